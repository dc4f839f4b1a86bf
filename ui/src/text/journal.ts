import { area } from './language.svelte';

export const journal = area('journal');
