import { area } from './language.svelte';

export const learn = area('learn');
