// One bet as it was settled, in the language spoken: why, and what it came to.

import type { SettledLine } from '../wire';
import { common } from '../text/common';
import { say } from '../text/said';
import { signed } from './money';

export function reasonOf(line: SettledLine): string {
  const listed = line.odds ? common.listed([line.event, common.to(line.odds)]) : line.event;
  return line.because ? say(line.because) || listed : listed;
}

export const cameTo = (line: SettledLine): string =>
  line.result === 'push' || line.result === 'returned' ? common.returned : signed(line.back_cents - line.stake_cents);
