import { area } from './language.svelte';

export const school = area('school');
export const told = area('told');
export const seen = area('seen');
