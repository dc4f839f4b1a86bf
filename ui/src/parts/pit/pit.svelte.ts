// The pit as the house tells it: read again whenever a table that is watched has changed.

import { untrack } from 'svelte';
import type { AnyCommand, Correction, Disputed, OpenCall, Pit, PitTable, Proposal, ShiftReport } from '../../wire';
import { api, type Refused } from '../../lib/api';
import { did } from '../../lib/did';
import { house } from '../../lib/house.svelte';
import { forRound } from '../../lib/rounds';
import { dayBegan } from '../../lib/when';
import { toasts } from '../../lib/toasts.svelte';
import { may } from './roles';
import { pit as text } from '../../text/pit';
import { saidBy } from '../../text/said';

const PAUSE_MS = 400;
const SLOWLY_MS = 4000;
const REPORT_MS = 30_000;

/** The beginning of this gaming day; whoever asks is not told again with every tick of the clock. */
export const today = (): string => new Date(dayBegan(untrack(() => house.now))).toISOString();

class PitState {
  pit = $state.raw<Pit | null>(null);
  corrections = $state.raw<readonly Correction[]>([]);
  disputes = $state.raw<readonly Disputed[]>([]);
  calls = $state.raw<readonly OpenCall[]>([]);
  /** About accounts. */
  proposals = $state.raw<readonly Proposal[]>([]);
  /** A one-time code that is shown now. */
  code = $state.raw<{ name: string; code: string; half: 'first' | 'second' | '' } | null>(null);
  report = $state.raw<ShiftReport | null>(null);
  reportFailed = $state(false);
  /** Commands that wait for the end of a round, by table. */
  armed = $state.raw<Readonly<Record<string, { command: AnyCommand; says: string }>>>({});
  private soon: ReturnType<typeof setTimeout> | null = null;
  private last = 0;

  /** Whose request this person does not approve: the two are kept apart. */
  apart(by: string): boolean {
    return this.pit?.apart?.includes(by) ?? false;
  }

  /** Reads until the returned function is called. */
  start(): () => void {
    void this.read();
    const slowly = setInterval(() => void this.read(), SLOWLY_MS);
    let reports: ReturnType<typeof setTimeout>;
    let over = false;
    const report = async () => {
      const begun = Date.now();
      await this.readReport();
      // A long journal takes long to read: a report that costs much is asked for seldom.
      if (!over) reports = setTimeout(report, Math.max(REPORT_MS, 20 * (Date.now() - begun)));
    };
    void report();
    return () => {
      over = true;
      clearInterval(slowly);
      clearTimeout(reports);
      if (this.soon) clearTimeout(this.soon);
      this.soon = null;
    };
  }

  /** Something has changed: read again, but not more often than people can look. */
  stir(): void {
    if (this.soon) return;
    const wait = Math.max(0, this.last + PAUSE_MS - Date.now());
    this.soon = setTimeout(() => {
      this.soon = null;
      void this.read();
    }, wait);
  }

  async read(): Promise<void> {
    this.last = Date.now();
    try {
      [this.pit, this.corrections, this.disputes, this.calls, this.proposals] = await Promise.all([
        api('GET /api/pit'),
        api('GET /api/corrections'),
        api('GET /api/disputes'),
        api('GET /api/calls'),
        may('GET /api/people/proposals') ? api('GET /api/people/proposals') : [],
      ]);
    } catch (error) {
      if ((error as Refused).status === 401) house.renew();
    }
  }

  async readReport(): Promise<void> {
    try {
      this.report = await api('GET /api/report', { query: { from: today() } });
      this.reportFailed = false;
    } catch {
      this.reportFailed = true;
    }
  }

  /** Sends a plain request; says what came of it, and whether it was done. */
  did(title: string, work: () => Promise<unknown>): Promise<boolean> {
    return did(title, work, () => this.read());
  }

  async ask(table: PitTable, command: AnyCommand, title: string): Promise<boolean> {
    const asked = forRound(command, table.round);
    if (house.table(table.name).isAsked(asked)) return false;
    const answer = await house.ask(table.name, asked);
    if (answer.type === 'acknowledged') toasts.say('good', title);
    else toasts.say('refused', title, saidBy(answer), table.game, answer.type === 'refused' ? answer.clauses : []);
    await this.read();
    return answer.type === 'acknowledged';
  }

  /** Between rounds at once, else when the round has ended. */
  async whenOver(table: PitTable, command: AnyCommand, says: string): Promise<void> {
    if (house.table(table.name).view?.step === 'concluded') {
      await this.ask(table, command, says);
    } else {
      this.armed = { ...this.armed, [table.name]: { command, says } };
      // where the house deals and nobody bets, a round would wait for its first bet for ever
      const idle = table.dealer === 'automatic' && table.step === 'betting' && !table.exposure.staked_cents;
      if (idle)
        await this.ask(table, { command: 'close-table', reason: text.toChange }, text.closedToChange(table.name));
    }
  }

  disarm(name: string): void {
    const { [name]: _, ...others } = this.armed;
    this.armed = others;
  }

  /** Sends what waits for the end of this table's round. */
  fire(name: string): void {
    const waiting = this.armed[name];
    const table = this.pit?.tables.find((one) => one.name === name);
    if (!waiting || !table || house.table(name).view?.step !== 'concluded') return;
    this.disarm(name);
    void this.ask(table, waiting.command, waiting.says);
  }
}

export const state = new PitState();
