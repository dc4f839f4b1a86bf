// Whose results are abnormal, in words, and what is done about it.

import type { ResultTold } from '../../wire';
import { gameCalled } from '../../lib/games';
import { house as words } from '../../text/house';
import { named } from '../../text/named';
import { watch as text } from '../../text/watch';
import { moved, scored } from '../report/figures';

type About = Pick<ResultTold, 'kind' | 'name' | 'game' | 'bet'>;

export const subject = (of: About): string =>
  of.kind === 'bet'
    ? text.bet(words.bet(of.bet), gameCalled(of.game))
    : text.subject[of.kind](of.kind === 'table' ? of.name : named(of.name));

/** By which the two scores may differ, and nobody need be told. */
const ALIKE = 0.3;
export const farness = (of: ResultTold): string =>
  Math.abs(Number(of.z) - Number(of.adjusted)) < ALIKE
    ? text.figures(scored(of.z))
    : text.allowed(scored(of.z), scored(of.adjusted));

export const isSame = (one: About, other: About): boolean => one.kind === other.kind && one.name === other.name;

export const cameTo = (of: ResultTold): string => {
  const said = of.kind === 'bet' ? text.cameBets : text.came;
  return said(of.rounds, moved(of.win), moved(of.theoretical_win));
};
