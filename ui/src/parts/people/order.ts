// Who stands where in the list of people: whoever needs attention first, then by rank.

import type { AccountInfo, Role } from '../../wire';

/** Refused once is a slip; from here on somebody looks. */
export const WORTH_A_LOOK = 2;

export type Standing = 'locked' | 'wants' | 'in' | 'out';

export const standing = (one: AccountInfo): Standing =>
  one.locked ? 'locked' : one.password_to_set ? 'wants' : one.sessions > 0 ? 'in' : 'out';

const need = (one: AccountInfo): number =>
  one.locked ? 0 : one.refused >= WORTH_A_LOOK ? 1 : one.password_to_set ? 2 : 3;

/** By need, then refusals among those who were refused much, then rank, then name. */
export function ordered(accounts: readonly AccountInfo[], ranks: readonly Role[]): AccountInfo[] {
  const rank = (one: AccountInfo): number => (ranks.indexOf(one.role) + ranks.length + 1) % (ranks.length + 1);
  const much = (one: AccountInfo): number => (need(one) === 1 ? -one.refused : 0);
  return [...accounts].sort(
    (a, b) =>
      need(a) - need(b) ||
      much(a) - much(b) ||
      rank(a) - rank(b) ||
      a.name.localeCompare(b.name, 'en', { numeric: true }),
  );
}

export type Wanted = { readonly search: string; readonly role: string; readonly state: string };

/** Those that a search for letters, a role and a state leave; `called` names a role in words. */
export function found(
  accounts: readonly AccountInfo[],
  { search, role, state }: Wanted,
  called: (role: Role) => string,
): AccountInfo[] {
  const letters = search.trim().toLowerCase();
  const about = (one: AccountInfo): string => [one.name, called(one.role), one.address ?? ''].join(' ').toLowerCase();
  return accounts.filter(
    (one) =>
      (!letters || about(one).includes(letters)) &&
      (!role || one.role === role) &&
      (!state || (state === 'refused' ? one.refused > 0 : standing(one) === state)),
  );
}
