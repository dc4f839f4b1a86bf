import type * as whole from './events.json';
import part from './events.json?players';

/** How places are named within a sentence, and how each row of a list is written. */
export const listing = part as unknown as Pick<typeof whole, 'places' | 'rows'>;
