import { area } from './language.svelte';

export const board = area('board');
