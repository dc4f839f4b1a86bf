// The staff's session on this screen: who is on duty, where each role works, and the lock.

import type { Person } from '../wire';
import { api, Refused } from './api';
import { house } from './house.svelte';

const IDLE_MS = 5 * 60_000;
const USED_EVERY_MS = 60_000;
const LOOK_MS = 5000;

/** Where each role works. */
const HOME: Record<string, string> = {
  dealer: '/console',
  'pit-supervisor': '/pit',
  'pit-manager': '/pit',
  'shift-manager': '/pit',
  auditor: '/audit',
  cashier: '/cage',
};

export const homeOf = (role: string | null | undefined): string => HOME[role ?? ''] ?? '/';

/** What a sign-in may take beside a password. */
export type More = { code?: string; new?: string };

class Staff {
  /** Who was last on duty here, so that a locked page can name them. */
  name = $state('');
  private touched = Date.now();
  private used = Date.now();

  get role(): string | null {
    return house.who?.role ?? null;
  }

  /** Dealers and everyone above them. */
  get deals(): boolean {
    return this.role !== null && !['player', 'auditor', 'cashier'].includes(this.role);
  }

  async signIn(name: string, password: string, more: More = {}): Promise<Person> {
    const person = await api('POST /api/sign-in', { body: { name, password, code: '', ...more } });
    this.here(person.name);
    return person;
  }

  async unlock(password: string, code = ''): Promise<void> {
    const person = await api('POST /api/unlock', { body: { password, code } });
    this.here(person.name);
  }

  private here(name: string): void {
    this.name = name;
    this.touched = this.used = Date.now();
    house.locked = false;
    house.renew();
  }

  async lock(): Promise<void> {
    this.name = house.name || this.name;
    await api('POST /api/lock').catch(() => {});
    house.locked = true;
  }

  async signOut(): Promise<void> {
    await api('POST /api/sign-out').catch(() => {});
    house.locked = false;
    house.renew();
  }

  /** Whether the session still stands; a locked one is shown as locked. */
  async look(): Promise<void> {
    try {
      await api('GET /api/me');
      this.used = Date.now();
    } catch (error) {
      if (error instanceof Refused && error.why === 'session-locked') {
        this.name = house.name || this.name;
        house.locked = true;
      }
    }
  }

  /** While a staff page is open: a person at work keeps the session, an absent one loses it. */
  attend(): () => void {
    const touch = () => (this.touched = Date.now());
    addEventListener('pointerdown', touch, true);
    addEventListener('keydown', touch, true);
    const timer = setInterval(() => {
      if (house.locked || !(this.deals || this.role === 'cashier')) return;
      const now = Date.now();
      if (now - this.touched >= IDLE_MS) void this.lock();
      else if (now - this.touched < USED_EVERY_MS && now - this.used >= USED_EVERY_MS) void this.look();
    }, LOOK_MS);
    return () => {
      removeEventListener('pointerdown', touch, true);
      removeEventListener('keydown', touch, true);
      clearInterval(timer);
    };
  }
}

export const staff = new Staff();
