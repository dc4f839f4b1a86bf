import { area } from './language.svelte';

export const people = area('people');
