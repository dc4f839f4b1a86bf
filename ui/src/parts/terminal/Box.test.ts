// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { Betting } from '../../lib/betting.svelte';
import { house } from '../../lib/house.svelte';
import { TableState } from '../../lib/table.svelte';
import type { BetCard, BoxView, GameCard, Spot } from '../../wire';
import Box from './Box.svelte';

const SPOTS: Spot[] = ['centre', 'upper-left', 'upper-right', 'lower-left', 'lower-right', 'upper-centre'];
const EMPTY = { box: 3, seated: null, viewer: null, decision: null, cards: '', hand: null, points: null, wagers: [] };

/** Of a game that no page has heard of. */
const cardOf = (spots: Spot[]): GameCard =>
  ({
    about: { game: 'another-game', title: 'Another Game' },
    hand_cards: 2,
    decision: null,
    jackpot: null,
    bets: spots.map((spot) => ({ name: `on-${spot}`, title: `On ${spot}`, spot }) as BetCard),
  }) as unknown as GameCard;

for (const spots of SPOTS.map((_, most) => SPOTS.slice(0, most + 1))) {
  test(`a box with ${spots.length} spots of a game unknown to the pages`, () => {
    const placed: string[] = [];
    house.who = { name: 'p1', role: 'player', apart: [] };
    const box = mount(Box, {
      target: document.body,
      props: {
        box: EMPTY as unknown as BoxView,
        card: cardOf(spots),
        step: 'betting',
        betting: new Betting(
          new TableState('t1'),
          (bet) => bet,
          () => null,
        ),
        own: true,
        lines: [],
        pays: () => '2 to 1',
        x: 0,
        y: 0,
        onbet: ({ bet }) => placed.push(bet),
        onsit: null,
        onstand: null,
      },
    });
    document.querySelectorAll<HTMLElement>('[data-spot]').forEach((one) => one.click());
    expect(placed.sort()).toEqual(spots.map((one) => `on-${one}`).sort());
    for (const spot of spots) expect(document.querySelectorAll(`.spot.${spot}`)).toHaveLength(1);
    expect(document.querySelectorAll('.card.slot')).toHaveLength(2);
    void unmount(box);
  });
}
