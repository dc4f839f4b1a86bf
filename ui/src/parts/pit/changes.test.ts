import { describe, expect, it } from 'vitest';
import type { Setup } from '../../wire';
import { changes } from './changes';

const setup = (more: Partial<Setup> = {}): Setup => ({
  game: 'baccarat',
  limits: { player: [2500, 500000], tie: [1000, 100000] },
  decks: 8,
  betting_seconds: 25,
  chip_cents: 100,
  interpretations: {},
  ...more,
});
const title = (bet: string) => bet.toUpperCase();

describe('changes', () => {
  it('are none where nothing differs', () => {
    expect(changes(setup(), setup(), title)).toEqual([]);
  });
  it('name each limit, time and reading with before and after', () => {
    const then = setup({
      limits: { player: [2500, 1000000], tie: [1000, 100000] },
      betting_seconds: 30,
      interpretations: { 'baccarat-burn': 'first-card-value' },
    });
    expect(changes(setup(), then, title)).toEqual([
      { what: 'PLAYER, minimum to maximum', before: '25 – 5,000', after: '25 – 10,000' },
      { what: 'Betting time', before: '25', after: '30' },
      { what: 'baccarat-burn', before: 'none', after: 'first-card-value' },
    ]);
  });
});
