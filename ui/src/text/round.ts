import { area } from './language.svelte';

export const round = area('round');
export const thirdCard = area('thirdCard');
