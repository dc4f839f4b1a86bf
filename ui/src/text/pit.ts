import { area } from './language.svelte';

export const pit = area('pit');
