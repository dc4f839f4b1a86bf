import { area } from './language.svelte';

export const terminal = area('terminal');
