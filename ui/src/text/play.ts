import { area } from './language.svelte';

export const play = area('play');
export const glance = area('glance');
