// The people of the house as it tells them: accounts, roles, requests, service accounts.

import type { AccountFile, AccountInfo, Proposal, Role, RoleInfo, ServiceInfo, ServiceProposal } from '../../wire';
import { api, type Refused } from '../../lib/api';
import { did } from '../../lib/did';
import { house } from '../../lib/house.svelte';
import { router } from '../../lib/router.svelte';
import whoMay from '../../who-may.json';

const LOOK_MS = 5000;

/** What is shown beside the list. */
export type Beside = 'person' | 'service' | 'make' | 'make-service' | 'review' | 'password';

/** A request of either kind, as one list. */
export type Request =
  { readonly kind: 'people'; readonly one: Proposal } | { readonly kind: 'service'; readonly one: ServiceProposal };

const CONFIRM: readonly string[] = whoMay['POST /api/people/proposals/{number}/confirm'];

class PeopleState {
  accounts = $state.raw<readonly AccountInfo[] | null>(null);
  roles = $state.raw<readonly RoleInfo[]>([]);
  proposals = $state.raw<readonly Proposal[]>([]);
  services = $state.raw<readonly ServiceInfo[]>([]);
  serviceProposals = $state.raw<readonly ServiceProposal[]>([]);
  file = $state.raw<AccountFile | null>(null);
  /** A one-time code, or half of one, that is shown now. */
  code = $state.raw<{ name: string; code: string; half: 'first' | 'second' | '' } | null>(null);
  token = $state.raw<{ name: string; token: string } | null>(null);
  /** When the house was last heard; null while it answers. */
  stale = $state<number | null>(null);
  private heard = 0;

  get ranks(): Role[] {
    return this.roles.map(({ role }) => role);
  }

  get requests(): Request[] {
    return [
      ...this.proposals.map((one) => ({ kind: 'people' as const, one })),
      ...this.serviceProposals.map((one) => ({ kind: 'service' as const, one })),
    ].sort((a, b) => a.one.at - b.one.at);
  }

  account(name: string): AccountInfo | null {
    return this.accounts?.find((one) => one.name === name) ?? null;
  }

  role(role: Role): RoleInfo | null {
    return this.roles.find((one) => one.role === role) ?? null;
  }

  /** Whether one role stands at another's position or above; who is outside of the ladder stands nowhere. */
  holds(role: Role | null | undefined, needed: Role): boolean {
    const [own, asked] = [role, needed].map((one) => (one ? (this.role(one)?.position ?? null) : null));
    return role === needed || (own !== null && asked !== null && own >= asked);
  }

  /** Whether an account of this role is this person's to decide about. */
  manages(role: Role): boolean {
    const needed = this.role(role)?.managed_by;
    return needed !== undefined && this.holds(house.who?.role, needed);
  }

  /** Who is signed in and may be the second person of this one, for an account of this role. */
  seconds(role: Role): AccountInfo[] {
    const me = this.account(house.name);
    const needed = this.role(role)?.managed_by;
    return (this.accounts ?? []).filter(
      (one) =>
        one.sessions > 0 &&
        !one.locked &&
        one.name !== house.name &&
        CONFIRM.includes(one.role) &&
        !me?.apart?.includes(one.name) &&
        (needed === undefined || this.holds(house.who?.role, needed) || this.holds(one.role, needed)),
    );
  }

  /** Reads until the returned function is called. */
  start(): () => void {
    void this.read();
    const timer = setInterval(() => void this.read(), LOOK_MS);
    return () => clearInterval(timer);
  }

  async read(): Promise<void> {
    try {
      [this.accounts, this.roles, this.proposals, this.services, this.serviceProposals] = await Promise.all([
        api('GET /api/people'),
        api('GET /api/roles'),
        api('GET /api/people/proposals'),
        api('GET /api/services'),
        api('GET /api/services/proposals'),
      ]);
      await this.readFile(router.query.get('person') ?? '');
      this.heard = house.now;
      this.stale = null;
    } catch (error) {
      if ((error as Refused).status === 401) house.renew();
      else this.stale = this.heard || null;
    }
  }

  /** Of whom there is no account, there is no file. */
  async readFile(name: string): Promise<void> {
    const known = this.accounts?.some((one) => one.name === name);
    const file = known ? await api('GET /api/people/{name}/file', { place: { name } }) : null;
    if ((router.query.get('person') ?? '') === name) this.file = file;
  }

  /** Sends a request; says what came of it, in its own words if it has some, and whether it was done. */
  did(title: string, work: () => Promise<unknown>): Promise<boolean> {
    return did(title, work, () => this.read());
  }

  /** A code that came with what was done: whole, or the first half where a second person confirms. */
  shown(name: string, done: { password?: string | null; proposal?: number | null }): void {
    if (done.password) this.code = { name, code: done.password, half: done.proposal ? 'first' : '' };
  }
}

export const state = new PeopleState();

/** The address of something on the page. */
export const at = (beside: Beside, name: string | number = ''): string =>
  beside === 'person' || beside === 'service' || beside === 'review'
    ? `/people?${beside}=${encodeURIComponent(name)}`
    : `/people?do=${beside}`;
