import { area } from './language.svelte';

export const shift = area('shift');
