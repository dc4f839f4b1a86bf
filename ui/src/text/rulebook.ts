import { area } from './language.svelte';

export const rulebook = area('rulebook');
