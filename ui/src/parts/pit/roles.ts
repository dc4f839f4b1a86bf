// Who may ask for what, by the house's own list of operations.

import { OPERATIONS, type Operations, type Role } from '../../wire';
import { house } from '../../lib/house.svelte';

/** Whether this person's role may ask for an operation at all; whether it is done, the house says. */
export function may(operation: keyof Operations): boolean {
  const roles: readonly string[] | null = OPERATIONS[operation].whoMay;
  return roles === null || roles.includes(house.who?.role ?? '');
}

export const mayApprove = (): boolean => may('POST /api/corrections/{number}/approve');

export const PIT: readonly Role[] = OPERATIONS['GET /api/pit'].whoMay;
export const READERS: readonly Role[] = OPERATIONS['GET /api/journal'].whoMay;
/** Those who look at rounds and disputes of others. */
export const LOOKERS: readonly Role[] = OPERATIONS['GET /api/disputes/{number}'].whoMay;
