import { area } from './language.svelte';

export const house = area('house');
