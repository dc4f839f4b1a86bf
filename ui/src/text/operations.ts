import { area } from './language.svelte';

export const operations = area('operations');
