import { area } from './language.svelte';

export const cards = area('cards');
