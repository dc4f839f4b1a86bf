import { area } from './language.svelte';

export const me = area('me');
