import { area } from './language.svelte';

export const baccarat = area('baccarat');
