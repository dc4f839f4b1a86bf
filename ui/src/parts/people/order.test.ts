import { describe, expect, test } from 'vitest';
import type { AccountInfo, Role } from '../../wire';
import { found, ordered, standing } from './order';

const RANKS: Role[] = ['shift-manager', 'pit-manager', 'pit-supervisor', 'dealer', 'auditor', 'player'];

const one = (name: string, role: Role, more: Partial<AccountInfo> = {}): AccountInfo => ({
  name,
  role,
  locked: false,
  failures: 0,
  password_to_set: false,
  second_factor: false,
  seen: null,
  address: null,
  sessions: 0,
  refused: 0,
  made: 0,
  made_by: ['house'],
  apart: [],
  ...more,
});

const ACCOUNTS = [
  one('d10', 'dealer'),
  one('d2', 'dealer', { sessions: 1, address: '10.0.4.12' }),
  one('x1', 'cashier' as Role),
  one('a1', 'auditor'),
  one('m1', 'pit-manager', { refused: 1 }),
  one('s3', 'pit-supervisor', { password_to_set: true }),
  one('c2', 'dealer', { refused: 2 }),
  one('d4', 'dealer', { refused: 3 }),
  one('f1', 'shift-manager'),
  one('d7', 'dealer', { locked: true, refused: 14, password_to_set: true }),
];
const names = (some: readonly AccountInfo[]) => some.map(({ name }) => name);

describe('the list of people', () => {
  test('who needs attention stands first, then by rank; a role that nobody ranked comes last', () => {
    expect(names(ordered(ACCOUNTS, RANKS))).toEqual(['d7', 'd4', 'c2', 's3', 'f1', 'm1', 'd2', 'd10', 'a1', 'x1']);
  });

  test('locked goes before a password that is wanted, and that before being signed in', () => {
    expect(standing(one('a', 'dealer', { locked: true, password_to_set: true, sessions: 1 }))).toBe('locked');
    expect(standing(one('a', 'dealer', { password_to_set: true, sessions: 1 }))).toBe('wants');
    expect([0, 1].map((sessions) => standing(one('a', 'dealer', { sessions })))).toEqual(['out', 'in']);
  });

  test('a search goes by name, role in words and address', () => {
    const called = (role: Role) => `The ${role}`;
    const of = (wanted: object) => names(found(ACCOUNTS, { search: '', role: '', state: '', ...wanted }, called));
    expect(of({ search: ' D1 ' })).toEqual(['d10']);
    expect(of({ search: 'the pit-m' })).toEqual(['m1']);
    expect(of({ search: '10.0.4' })).toEqual(['d2']);
    expect(of({ role: 'auditor' })).toEqual(['a1']);
    expect(of({ state: 'in' })).toEqual(['d2']);
    expect(of({ state: 'refused', role: 'dealer' })).toEqual(['c2', 'd4', 'd7']);
    expect(of({ search: 'nobody' })).toEqual([]);
  });
});
