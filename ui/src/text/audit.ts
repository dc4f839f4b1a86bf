import { area } from './language.svelte';

export const audit = area('audit');
