import { area } from './language.svelte';

export const common = area('common');
