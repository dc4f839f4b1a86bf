import { area } from './language.svelte';

export const fairness = area('fairness');
