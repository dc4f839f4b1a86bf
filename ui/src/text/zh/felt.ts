import type { Text } from '../language.svelte';

const ranked = (rank: string): string => rank.replace('T', '10');

/** 决定输赢的规则，写在台面上。 */
export const felt: Text['felt'] = {
  qualifies: (rank) => `庄家有 ${ranked(rank)} 或以上方为合格`,
  win: (odds) => `赢，${odds}`,
  winOf: (bet, odds) => `${bet}赢，${odds}`,
  winOn: (points, odds) => `${points} 点赢，${odds}`,
  winOfOn: (bet, points, odds) => `${bet} ${points} 点赢，${odds}`,
  meter: (event) => `${event}，赢得累积大奖`,
};
