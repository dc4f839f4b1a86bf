// What a drill shows, in the words of the language spoken.

import type { DrillChoice, Said, Situation } from '../../wire';
import { happened, remedies } from '../../text/console';
import { common } from '../../text/common';
import { house } from '../../text/house';
import { say } from '../../text/said';
import { capital } from '../../text/sentence';
import { school, seen, told } from '../../text/school';

const MOST_COUNTED = 2;

/** A part of a ruling's sentence as a sentence of its own. */
export const sentence = (said: Said | null): string =>
  said ? common.ended(capital(say(said)).replace(/[.。]$/, '')) : '';

export const titleOf = (irregularity: string): string => happened[irregularity]?.title ?? irregularity;

export const factSaid = (name: string, value: boolean | number | string): string =>
  told[`${name} ${typeof value === 'number' ? Math.min(value, MOST_COUNTED) : String(value)}`] ?? '';

export function situationSaid(shows: Situation): string {
  const facts = Object.entries(shows.facts).map(([name, value]) => factSaid(name, value));
  return common.sentences([seen[shows.irregularity] ?? '', ...facts]);
}

export function choiceSaid(choice: DrillChoice): string {
  if (choice.steps.length) {
    const text = capital(choice.steps.map(say).join(house.then));
    return choice.withdrawal_by ? school.withdrawal(text, house.role(choice.withdrawal_by)) : text;
  }
  return (
    school.choice[choice.code] ?? school.decides[choice.code] ?? (choice.code === 'call' ? school.call : choice.code)
  );
}

/** A given or right answer in few words, for lists. */
export function answerSaid(code: string | null): string {
  if (code === null) return school.noAnswer;
  if (code === 'R') return school.goesBack;
  const known = school.choice[code] ?? school.decides[code] ?? happened[code]?.title;
  return known ?? remedies[code.split(' ')[0]] ?? code;
}

export const tenths = (seconds: number): string => seconds.toFixed(1);
export const percentOf = (part: number, whole: number): string => (whole ? (100 * part) / whole : 0).toFixed(1);
