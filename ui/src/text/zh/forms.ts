// How Chinese writes what English writes in words of its own.

/** 8:1 is 1 赔 8, the stake first; 1:2 is 1 赔 0.5. */
export const paid = (odds: string): string => {
  const [wins, stake] = odds.split(':').map(Number);
  return stake ? `1 赔 ${wins / stake}` : odds;
};

const DIGITS = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
export const digit = (number: number): string => DIGITS[number] ?? String(number);

/** 2 is 两 before what is counted. */
export const counted = (number: number): string => (number === 2 ? '两' : digit(number));

export const ROLES: Record<string, string> = {
  player: '玩家',
  dealer: '荷官',
  'pit-supervisor': '巡场主任',
  'pit-manager': '赌区经理',
  'shift-manager': '值班经理',
  auditor: '审计员',
  cashier: '出纳',
};
