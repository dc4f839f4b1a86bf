import { area } from './language.svelte';

export const play = area('play');
