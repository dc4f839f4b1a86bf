import { area } from './language.svelte';

export const odds = area('odds');
