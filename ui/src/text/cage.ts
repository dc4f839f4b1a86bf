import { area } from './language.svelte';

export const cage = area('cage');
