import { area } from './language.svelte';

export const jackpots = area('jackpots');
