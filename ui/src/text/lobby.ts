import { area } from './language.svelte';

export const lobby = area('lobby');
