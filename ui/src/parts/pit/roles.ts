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
/** Cashiers, and whoever counts or signs with them. */
export const CAGE: readonly Role[] = whoMay['GET /api/cage'] as Role[];
export const READERS: readonly Role[] = whoMay['GET /api/journal'] as Role[];
/** Of the shift's report. */
export const REPORTED: readonly Role[] = whoMay['GET /api/report'] as Role[];
/** Those who look at rounds and disputes of others. */
export const LOOKERS: readonly Role[] = whoMay['GET /api/disputes/{number}'] as Role[];
