import { area } from './language.svelte';

const names = area('names');

/** What the house named in English, in the language spoken; a name that is not known stays. */
export const named = (name: string): string => names.named(name);

/** A code of the house, as words. */
export const inWords = (code: string): string => names.named(code.replaceAll('-', ' '));
