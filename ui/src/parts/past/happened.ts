// What happened in a round of the past, in one line: which hands met, and which was the better one.

import type { Met, PastRound } from '../../wire';
import { past } from '../../text/past';

const TABLEAU = 0;

export function happenedIn(round: PastRound): string {
  if (round.result === 'void') return past.void;
  return round.met.map((met) => metIn(round, met)).join(' · ') || (round.lines[0]?.event ?? '');
}

function metIn(round: PastRound, met: Met): string {
  const { points, against_points: other } = met;
  if (met.box === TABLEAU) {
    if (points === null || other === null) return '';
    if (points === other) return past.bacc.tie(points);
    return points > other ? past.bacc.player(points, other) : past.bacc.banker(points, other);
  }
  if (met.decision === 'fold') return met.hand ? past.foldedWith(met.hand) : past.foldedUnseen;
  if (!met.hand || !met.against) return round.lines.find((line) => line.box === met.box)?.event ?? '';
  const lead = round.lines.find((line) => line.box === met.box)?.result;
  const says = lead === 'win' ? past.beats : lead === 'lose' ? past.below : past.equals;
  return says(met.hand, met.against);
}
