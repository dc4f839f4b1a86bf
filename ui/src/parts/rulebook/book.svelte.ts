// The rulebook as the house tells it, fetched once; a clause in full when it is first opened.

import type { ClauseDetail, ClauseRow, OddsOut, Rulebook, SideBySide } from '../../wire';
import { api } from '../../lib/api';
import { once } from '../../lib/once';
import { language } from '../../text/language.svelte';
import { rulebook as text } from '../../text/rulebook';
import { across, type Look } from './address';
import { found, textOf, wordsOf } from './search';

export type Group = { readonly key: string; readonly game: string; readonly rows: readonly ClauseRow[] };

class Book {
  told = $state.raw<Rulebook | null>(null);
  failed = $state('');
  private spoken = '';
  private readonly details = new Map<string, Promise<ClauseDetail>>();
  private readonly oddsOf = new Map<string, Promise<OddsOut>>();
  private readonly besides = new Map<string, Promise<SideBySide>>();

  readonly titles = $derived(new Map((this.told?.documents ?? []).map((one) => [one.game, text.short(one.title)])));
  readonly rows = $derived(new Map((this.told?.clauses ?? []).map((one) => [`${one.game}/${one.clause}`, one])));
  private readonly texts = $derived.by(() => {
    const topics = new Map((this.told?.topics ?? []).map((one) => [one.name, one.title]));
    return new Map(
      (this.told?.clauses ?? []).map((row) => [
        row,
        textOf(
          row,
          this.title(row.game),
          row.topics.map((one) => topics.get(one) ?? ''),
        ),
      ]),
    );
  });

  /** Anew when another language is spoken. */
  async load(): Promise<void> {
    const spoken = language.name;
    if (this.spoken === spoken) return;
    this.failed = '';
    try {
      const told = await api('GET /api/rulebook', { query: language.query });
      if (language.name !== spoken) return;
      this.told = told;
      this.spoken = spoken;
    } catch (error) {
      this.failed = (error as Error).message;
    }
  }

  title(game: string): string {
    return this.titles.get(game) ?? game;
  }

  detail(game: string, clause: string): Promise<ClauseDetail> {
    const { query } = language;
    return once(this.details, `${game}/${clause} ${language.name}`, () =>
      api('GET /api/rules/{game}/{clause}', { place: { game, clause }, query }),
    );
  }

  odds(game: string): Promise<OddsOut> {
    return once(this.oddsOf, game, () => api('GET /api/odds/{game}', { place: { game } }));
  }

  beside(): Promise<SideBySide> {
    return once(this.besides, '', () => api('GET /api/rulebook/beside'));
  }

  /** What the look asks for in any document, before it is narrowed to one. */
  asked(look: Look): ClauseRow[] {
    const words = wordsOf(look.q);
    return (this.told?.clauses ?? []).filter(
      (row) =>
        (across(look) || row.game === look.game) &&
        (!look.topic || row.topics.includes(look.topic)) &&
        (!look.kind || row.kind === look.kind) &&
        (!look.how || row.how === look.how) &&
        (!words.length || found(row, this.texts.get(row) ?? '', words)),
    );
  }

  /** Across documents a group for each; within one, a group for each section. */
  groups(look: Look): Group[] {
    const groups = new Map<string, ClauseRow[]>();
    for (const row of this.asked(look)) {
      if (across(look) && look.within && row.game !== look.within) continue;
      const key = across(look) ? row.game : row.clause.split('.')[0];
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    return [...groups].map(([key, rows]) => ({ key, game: rows[0].game, rows }));
  }
}

export const book = new Book();
