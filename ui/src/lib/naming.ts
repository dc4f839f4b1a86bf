// Where answers of the house come in: what it names in English is read in the language spoken.

import { named } from '../text/named';

/** Fields that hold a name; a code beside them stays a code. */
const NAMES = new Set(['title', 'game_title', 'event', 'hand', 'dealer_hand', 'hands', 'against', 'last']);
/** Codes of events stand in such a field, too. */
const CODE = /^[a-z]+(-[a-z]+)*$/;
/** Evidence is kept as it was sent: it is hashed, or taken away as a file. */
const EVIDENCE = /receipt|fairness|journal|disputes|\/log|seeds/;

export const isEvidence = (operation: string): boolean => EVIDENCE.test(operation);

/** The same answer; each name in it is looked up whenever it is read. */
export function naming<T>(answer: T): T {
  if (answer !== null && typeof answer === 'object') walk(answer as Record<string, unknown>, false);
  return answer;
}

function walk(holder: Record<string, unknown>, holdsNames: boolean): void {
  for (const [key, value] of Object.entries(holder)) {
    const isName = holdsNames || NAMES.has(key) || (key === 'name' && 'cards' in holder); // of a hand
    if (typeof value === 'string') {
      if (isName && !CODE.test(value)) follow(holder, key, value);
    } else if (value !== null && typeof value === 'object') {
      walk(value as Record<string, unknown>, isName && Array.isArray(value));
    }
  }
}

function follow(holder: object, key: string, name: string): void {
  Object.defineProperty(holder, key, { get: () => named(name), enumerable: true, configurable: true });
}
