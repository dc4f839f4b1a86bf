import { area } from './language.svelte';

export const watch = area('watch');
