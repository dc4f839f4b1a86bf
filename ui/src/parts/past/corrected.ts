// A correction in words: what was done, and what came back to the player before and now.

import type { RoundCorrection } from '../../wire';
import { money } from '../../lib/money';
import { common } from '../../text/common';
import { aside } from '../../text/aside';
import { capital } from '../../text/sentence';

export function correctionSaid(one: RoundCorrection): string {
  const { before_cents: before, after_cents: after, owed_cents: owed } = one;
  const amounts =
    before === null
      ? aside.back(money(after))
      : before === after
        ? aside.same(money(after))
        : aside.instead(money(before), money(after));
  const changed = capital(common.listed(one.changed.map((change) => aside.changed[change] ?? change)));
  const parts = [changed, amounts, ...(owed ? [aside.owed(money(owed))] : [])];
  return common.sentences(parts.map(common.ended));
}
