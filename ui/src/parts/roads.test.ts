// The golden shoe: every cell that the house sends is drawn, where it says, and nothing else.

import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import golden from './roads.golden.json';
import Road from './Road.svelte';
import { newest, type Cell, type Drawn, type Kind } from './roads';

const roads = golden.roads as unknown as Drawn;
const OF: Record<Kind, readonly Cell[]> = {
  bead: roads.bead,
  big: roads.big_road,
  eye: roads.big_eye_boy,
  small: roads.small_road,
  cockroach: roads.cockroach_road,
};
const cell = ({ column, row, mark, ties, pairs }: Cell): string => [column, row, mark, ties ?? 0, pairs ?? ''].join();
const drawn = (kind: Kind, columns: number): string[] =>
  [...render(Road, { props: { kind, cells: OF[kind], columns } }).body.matchAll(/data-cell="([^"]*)"/g)].map(
    (found) => found[1],
  );

describe('a road', () => {
  for (const kind of Object.keys(OF) as Kind[]) {
    it(`draws every cell of the ${kind} road`, () => {
      expect(OF[kind].length).toBeGreaterThan(10);
      expect(drawn(kind, 60)).toEqual(OF[kind].map(cell));
    });
  }

  it('shows the newest columns where there is no room for all', () => {
    const last = OF.big.at(-1)!;
    const shown = drawn('big', 10);
    expect(shown).toEqual(OF.big.filter((one) => one.column > last.column - 9).map(cell));
    expect(newest(OF.big, 10).at(-1)).toMatchObject({ x: 8, last: true });
  });

  it('draws a tie that no win has gone before', () => {
    const { body } = render(Road, {
      props: { kind: 'big', cells: [{ column: 0, row: 0, mark: '', ties: 2, pairs: '' }], columns: 6 },
    });
    expect(body).toContain('tie-mark');
    expect(body).not.toContain('hollow');
  });

  it('says what it shows', () => {
    const { body } = render(Road, { props: { kind: 'bead', cells: OF.bead, columns: 12 } });
    expect(body).toContain(`aria-label="Bead plate: ${OF.bead.length} marks, the last Banker"`);
  });
});
