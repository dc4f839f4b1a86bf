// The line to the house: one socket, views as they come, commands with ids that may be sent again.

import { untrack } from 'svelte';
import { api, Refused } from './api';
import { verdict } from './heartbeat';
import { naming } from './naming';
import { forRound, roundOf } from './rounds';
import { TableState, type Answer, type Asked } from './table.svelte';
import { terms } from './terms.svelte';
import { common } from '../text/common';
import { learnt } from '../text/said';
import { terminal } from '../text/terminal';
import type { AnyCommand, AnyToClient, AnyToServer, Own, Purse, Said, Seen, TableInfo, Who } from '../wire';

export type Line = 'connecting' | 'live' | 'stale';

const RETRY_MS = [200, 500, 1000, 2000, 4000, 8000];
const AWAY_MS = 1500;
/** Refusals that may be of the session rather than of what was asked. */
const OF_SESSION: readonly string[] = ['not-permitted', 'not-signed-in', 'session-locked'];

class House {
  line = $state<Line>('connecting');
  who = $state.raw<Who | null>(null);
  purse = $state.raw<Purse | null>(null);
  paused = $state<string | null>(null);
  /** Why no bets are taken, while rounds in play go on. */
  noBets = $state.raw<Said | null>(null);
  /** The session waits for its password; nothing of the page is lost. */
  locked = $state(false);
  lobby = $state.raw<readonly TableInfo[]>([]);
  /** Counts what was told of one's own bets and results at the tables watched. */
  ownNews = $state(0);
  /** Counts what was put right of one's own rounds. */
  corrected = $state(0);
  /** The house's clock, in milliseconds, stepping four times a second. */
  now = $state(Date.now());

  private socket: WebSocket | null = null;
  private offset = 0;
  private tries = 0;
  private count = 0;
  private lobbyWatchers = 0;
  private begun = 0;
  private heard: number | null = null;
  private asked = 0;
  private welcomed = false;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly tables = new Map<string, TableState>();
  private readonly run = Math.random().toString(36).slice(2, 8);

  start(): void {
    setInterval(() => this.tick(), 250);
    addEventListener('offline', () => this.abandon());
    addEventListener('online', () => this.retry());
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) this.askWhether();
    });
    this.connect();
  }

  /** At once, without waiting for the pause to be over. */
  retry(): void {
    if (this.line === 'live') return;
    this.tries = 0;
    this.abandon();
    this.connect();
  }

  get name(): string {
    return this.who?.name ?? '';
  }

  /** Whether this person may ask for odds. */
  get lab(): boolean {
    return terms.lab === 'everybody' || (terms.lab === 'staff' && !!this.who?.role && this.who.role !== 'player');
  }

  private tick(): void {
    this.now = Date.now() + this.offset;
    if (!this.socket) return;
    const now = performance.now();
    const found = verdict({ begun: this.begun, heard: this.heard, asked: this.asked }, now);
    if (found === 'dead') this.abandon();
    else if (found === 'ask') this.askWhether();
  }

  /** Whether the house is still there; any answer will do. */
  private askWhether(): void {
    if (this.heard !== null && this.send({ type: 'ping' })) this.asked = performance.now();
  }

  /** A line that leads nowhere takes minutes to say so by itself: it is given up. */
  private abandon(): void {
    const old = this.socket;
    if (!old) return;
    this.lost();
    old.close();
  }

  /** After signing in or out: the socket is opened anew, as the other person. */
  renew(): void {
    for (const table of this.tables.values()) table.own = null;
    this.tries = 0;
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.connect();
  }

  private connect(): void {
    if (this.socket) return;
    if (this.timer) clearTimeout(this.timer);
    const secure = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${secure}://${location.host}/ws`);
    this.socket = socket;
    this.begun = performance.now();
    this.heard = null;
    this.welcomed = false;
    socket.onmessage = (message) => {
      if (this.socket === socket) this.hear(naming(JSON.parse(message.data as string) as AnyToClient));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private lost(): void {
    this.socket = null;
    if (this.timer) clearTimeout(this.timer);
    if (this.line === 'live') this.line = 'stale';
    for (const table of this.tables.values()) if (table.watchers && table.seen) table.awaySince ??= Date.now();
    if (!this.welcomed) void this.askForSession();
    const wait = RETRY_MS[Math.min(this.tries++, RETRY_MS.length - 1)];
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private async askForSession(): Promise<void> {
    try {
      await api('GET /api/me');
    } catch (error) {
      if (error instanceof Refused) await this.sessionRefused(error.why); // without an answer: try again later
    }
  }

  /** A cookie that the house no longer knows keeps the door shut: it is taken off. */
  private async sessionRefused(why: string | null): Promise<void> {
    if (why === 'session-locked') this.locked = true;
    if (why !== 'not-signed-in') return;
    await api('POST /api/sign-out').catch(() => {});
    this.who = null;
  }

  /** The house says so by itself; one that has ended, or is another's, needs another line. */
  private async sessionChanged(why: string | null): Promise<void> {
    if (why === null) this.locked = false;
    else if (why === 'session-locked') this.locked = true;
    else {
      await this.sessionRefused(why);
      this.renew();
    }
  }

  /** A session that was locked or ended meanwhile, while its socket stayed open. */
  private async lookAtSession(why: string): Promise<void> {
    await (why === 'not-permitted' ? this.askForSession() : this.sessionRefused(why));
    if (!this.who) this.renew();
  }

  /** Whether there was a line to send it on. */
  private send(message: AnyToServer): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private hear(message: AnyToClient): void {
    this.heard = performance.now();
    switch (message.type) {
      case 'welcome':
        terms.learn(message.house);
        this.welcome(message.who, message.now, message.tables);
        break;
      case 'tables':
        this.setClock(message.now);
        this.lobby = message.tables;
        break;
      case 'seen':
        this.show(message);
        break;
      case 'own':
        this.showOwn(message);
        this.ownNews++;
        break;
      case 'results':
        this.table(message.table).results = message;
        break;
      case 'purse':
        this.purse = message;
        break;
      case 'corrected':
        this.corrected++;
        break;
      case 'session':
        void this.sessionChanged(message.why);
        break;
      case 'notice':
        this.paused = message.paused;
        this.noBets = message.no_bets;
        break;
      case 'acknowledged':
      case 'refused':
      case 'paused':
        this.answered(message);
        break;
      case 'pong':
        this.setClock(message.now);
        break;
      case 'bad':
        console.info(message.says);
        break;
    }
  }

  private setClock(now: number): void {
    this.offset = now - Date.now();
    this.now = now;
  }

  private welcome(who: Who | null, now: number, tables: readonly TableInfo[]): void {
    this.setClock(now);
    this.line = 'live';
    this.tries = 0;
    this.welcomed = true;
    this.locked = false;
    if (who?.name !== this.who?.name) this.purse = null;
    this.who = who;
    this.lobby = tables;
    this.paused = null;
    this.noBets = null;
    if (this.lobbyWatchers) this.send({ type: 'lobby', on: true });
    for (const table of this.tables.values()) {
      if (table.watchers) this.subscribe(table);
      this.sendAgain(table, tables.find((one) => one.name === table.name)?.round);
    }
  }

  /** What was never sent is not sent into a later round; what was, the house answers for itself. */
  private sendAgain(table: TableState, now: number | undefined): void {
    for (const asked of table.pending) {
      const round = roundOf(asked.command);
      if (!asked.sent && round !== null && now !== undefined && round !== now) {
        this.answered({
          type: 'refused',
          id: asked.id,
          why: 'another-round',
          clauses: [],
          says: terminal.roundOver,
          said: null,
        });
      } else if (!asked.landed) {
        this.sendAsk(asked);
      }
    }
  }

  private subscribe(table: TableState): void {
    this.send({ type: 'watch', table: table.name, since: table.seen?.version ?? null });
  }

  private show(seen: Seen): void {
    const table = this.table(seen.table);
    this.setClock(seen.now);
    const events = seen.events;
    if (table.awaySince !== null) {
      const away = Date.now() - table.awaySince;
      table.awaySince = null;
      if (away > AWAY_MS) table.returned = { seconds: Math.round(away / 1000), events };
    }
    table.seen = seen;
    if (table.pending.some((one) => one.landed && one.landed <= seen.version)) {
      table.pending = table.pending.filter((one) => !one.landed || one.landed > seen.version);
    }
    for (const listener of table.heard) listener(events, seen);
  }

  private showOwn(own: Own): void {
    const table = this.table(own.table);
    table.own = own;
    if (own.events.length && table.seen) {
      for (const listener of table.heard) listener(own.events, table.seen);
    }
  }

  table(name: string): TableState {
    let found = this.tables.get(name);
    if (!found) {
      found = new TableState(name, () => this.line !== 'stale');
      this.tables.set(name, found);
    }
    return found;
  }

  /** Watches a table until the returned function is called. */
  watch(name: string): () => void {
    const table = this.table(name);
    // not tracked: an effect that watches a table must not run again with every view of it
    if (table.watchers++ === 0) untrack(() => this.subscribe(table));
    return () => {
      if (--table.watchers > 0) return;
      table.awaySince = null;
      this.send({ type: 'unwatch', table: name });
    };
  }

  /** Asks again for the last events of a table, for who has just come to it. */
  recall(name: string, events: number): void {
    const version = this.table(name).seen?.version ?? 0;
    this.send({ type: 'watch', table: name, since: Math.max(0, version - events) });
  }

  watchLobby(): () => void {
    if (this.lobbyWatchers++ === 0) this.send({ type: 'lobby', on: true });
    return () => {
      if (--this.lobbyWatchers === 0) this.send({ type: 'lobby', on: false });
    };
  }

  /** Sends a command for the round that is seen; a lost line sends it again with the same id, so it is carried out once. */
  ask(name: string, asks: AnyCommand): Promise<Answer> {
    const table = this.table(name);
    const command = forRound(asks, table.view?.round);
    const id = `${this.run}-${++this.count}`;
    if (this.line === 'stale' && this.who?.role === 'player')
      return Promise.resolve({ type: 'refused', id, why: 'not-ready', clauses: [], says: common.noLine, said: null });
    return new Promise((answered) => {
      const asked: Asked = { id, table: name, command, answered };
      table.pending = [...table.pending, asked];
      this.sendAsk(asked);
    });
  }

  private sendAsk(asked: Asked): void {
    const { id, table, command } = asked;
    if (this.send({ type: 'ask', id, table, command })) asked.sent = true;
  }

  private answered(answer: Answer): void {
    for (const table of this.tables.values()) {
      const asked = table.pending.find((one) => one.id === answer.id);
      if (asked) {
        if (answer.type === 'acknowledged' && answer.version > (table.seen?.version ?? 0)) {
          asked.landed = answer.version;
        } else {
          table.pending = table.pending.filter((one) => one !== asked);
        }
        if (answer.type === 'acknowledged') asked.answered(answer);
        else void learnt(answer).then(() => asked.answered(answer));
        if (answer.type === 'refused' && OF_SESSION.includes(answer.why)) void this.lookAtSession(answer.why);
        return;
      }
    }
  }

  /** Whole seconds until a moment by the house's clock. */
  secondsUntil(moment: number | null): number | null {
    return moment === null ? null : Math.max(0, Math.ceil((moment - this.now) / 1000));
  }
}

export const house = new House();
