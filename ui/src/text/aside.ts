import { area } from './language.svelte';

export const aside = area('aside');
