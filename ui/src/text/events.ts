import { area } from './language.svelte';

export const events = area('events');
export const listing = area('listing');
