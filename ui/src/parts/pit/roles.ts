// Who may ask for what, by the house's own list of operations.

import type { Role } from '../../wire';
import { house } from '../../lib/house.svelte';
import whoMay from '../../who-may.json';

/** Whether this person's role may ask for an operation at all; whether it is done, the house says. */
export function may(operation: keyof typeof whoMay): boolean {
  const roles: readonly string[] | null = whoMay[operation];
  return roles === null || roles.includes(house.who?.role ?? '');
}

export const mayApprove = (): boolean => may('POST /api/corrections/{number}/approve');

export const PIT: readonly Role[] = whoMay['GET /api/pit'] as Role[];
export const READERS: readonly Role[] = whoMay['GET /api/journal'] as Role[];
/** Those who look at rounds and disputes of others. */
export const LOOKERS: readonly Role[] = whoMay['GET /api/disputes/{number}'] as Role[];

const POSITIONS: readonly Role[] = ['dealer', 'pit-supervisor', 'pit-manager', 'shift-manager'];

/** Whether an account is not this person's to lock: of a higher role, or of an auditor below the shift manager. */
export const above = (role: Role): boolean =>
  POSITIONS.indexOf(role === 'auditor' ? 'shift-manager' : role) > POSITIONS.indexOf(house.who?.role ?? 'dealer');
