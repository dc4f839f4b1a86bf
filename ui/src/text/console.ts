import { area } from './language.svelte';

export const console_ = area('console_');
export const happened = area('happened');
export const reports = area('reports');
export const facts = area('facts');
export const answers = area('answers');
export const remedies = area('remedies');
