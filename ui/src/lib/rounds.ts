// Which commands belong to a round: they name the one that the person saw when asking.

import type { AnyCommand, View } from '../wire';
import { typedNotice } from '../text/said';

const OF_ROUND: Readonly<Record<AnyCommand['command'], boolean>> = {
  sit: false,
  'stand-up': false,
  'walk-away': true,
  'open-betting': true,
  place: true,
  withdraw: true,
  'close-betting': true,
  deal: true,
  'deal-face-down': true,
  look: true,
  decline: true,
  'return-hand': true,
  decide: true,
  'expose-dealer': true,
  settle: true,
  'time-up': true,
  'release-winnings': true,
  'replace-shoe': true,
  'count-cards': true,
  'shuffle-cards': true,
  'type-cards': true,
  'open-table': false,
  'close-table': false,
  configure: false,
  restrict: false,
  'begin-report': true,
  report: false,
  'withdraw-report': true,
  rule: true,
  approve: true,
  reject: true,
  'permit-withdrawal': true,
  choose: true,
  interrupt: true,
  resume: true,
};

/** The command with its round, where it belongs to one and names none. */
export function forRound(command: AnyCommand, round: number | undefined): AnyCommand {
  if (!OF_ROUND[command.command] || round === undefined || roundOf(command) !== null) return command;
  return { ...command, round } as AnyCommand;
}

/** The round for which a command is meant, if it names one. */
export function roundOf(command: AnyCommand): number | null {
  return OF_ROUND[command.command] && 'round' in command ? (command.round ?? null) : null;
}

/** That cards are typed by hand, in the words that the house has displayed at the table. */
export const typedByHand = (view: View | null): string | null => typedNotice(view);
