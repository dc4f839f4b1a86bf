import { area } from './language.svelte';

const names = area('names');
const otherNames = area('otherNames');

const both = (name: string): string => {
  const found = names.named(name);
  return found === name && otherNames.named ? otherNames.named(name) : found;
};

/** What the house named in English, in the language spoken; a name that is not known stays. */
export const named = (name: string): string => both(name);

/** A code of the house, as words. */
export const inWords = (code: string): string => both(code.replaceAll('-', ' '));
