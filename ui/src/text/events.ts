import { area } from './language.svelte';

export const events = area('events');
