// The ways between the pages of staff: from wherever one comes, the same pages by the same words.

import type { Role } from '../../wire';
import { house } from '../../lib/house.svelte';
import { audit } from '../../text/audit';
import { cage } from '../../text/cage';
import { people } from '../../text/people';
import { pit } from '../../text/pit';
import { shift } from '../../text/shift';
import { LOOKERS, may, READERS } from './roles';

export type Way = { readonly href: string; readonly words: string; readonly here?: boolean };

/** Where a view of the pit is; some have pages of their own. */
export const placeOf = (view: string): string =>
  ({ tables: '/pit', people: '/people', shift: '/report?of=day' })[view] ?? `/pit?view=${view}`;

/** Of a view of the audit. */
export const readersOf = (view: string): readonly Role[] =>
  ['round', 'disputes', 'refused'].includes(view) ? LOOKERS : READERS;

/** With one's own page among them, also where it is none of these. */
const among = (ways: Way[], itself: Way): Way[] => (ways.some((one) => one.here) ? ways : [...ways, itself]);

/** From the views of the audit. */
export function waysOfAudit(here: string): Way[] {
  const views = Object.entries(audit.views).filter(([key]) => readersOf(key).some((role) => role === house.who?.role));
  return [
    ...views.map(([key, words]) => ({
      href: key === 'journal' ? '/audit' : `/audit?view=${key}`,
      words,
      here: key === here,
    })),
    ...(may('GET /api/people') ? [{ href: '/people', words: people.title, here: here === 'people' }] : []),
    ...(may('GET /api/report') ? [{ href: '/report', words: shift.title, here: here === 'shift' }] : []),
    ...(may('GET /api/pit') ? [{ href: '/pit', words: pit.title }] : []),
  ];
}

/** From any other page: what the pit leads to, or else the audit. */
export function waysFrom(here: string, itself: Way): Way[] {
  if (!may('GET /api/pit')) return among(may('GET /api/journal') ? waysOfAudit(here) : [], itself);
  const views = Object.entries(pit.views).filter(([key]) => key !== 'people' || may('GET /api/people'));
  const ways = [
    ...views.map(([key, words]) => ({ href: placeOf(key), words, here: key === here })),
    ...(may('GET /api/cage') ? [{ href: '/cage', words: cage.title, here: here === 'cage' }] : []),
    ...(may('GET /api/journal') ? [{ href: '/audit', words: audit.title }] : []),
  ];
  return among(ways, itself);
}
