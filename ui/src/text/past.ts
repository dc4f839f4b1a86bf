import { area } from './language.svelte';

export const past = area('past');
