import { area } from './language.svelte';

export const felt = area('felt');
