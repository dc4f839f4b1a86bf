// The vocabulary of the design and of the trade: each pair stands on the pages as it was agreed.

// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test } from 'vitest';
import { baccarat } from './baccarat';
import { common } from './common';
import english from './en/house.json';
import { felt } from './felt';
import { language, type Text } from './language.svelte';
import { me } from './me';
import { named } from './named';
import { past } from './past';
import { play } from './play';
import { round, thirdCard } from './round';
import { say } from './said';
import { staff } from './staff';
import { terminal } from './terminal';
import chinese from './zh/house.json';

let words: Text;
let plain: Text;
beforeAll(async () => {
  words = await import('./zh');
  plain = await import('./en');
});
afterEach(() => language.speak('en', plain, english));

const inChinese = () => language.speak('zh', words, chinese);

type Pair = [said: () => string, english: string, chinese: string];
const PAIRS: Pair[] = [
  [() => terminal.placeYourBets, 'Place your bets, please', '请下注'],
  [() => terminal.noMoreBets, 'No more bets', '停止下注'],
  [() => terminal.decision, 'Your decision', '请决定'],
  [() => round.noAnswerFolds, 'No answer folds', '逾时未答，作弃牌论'],
  [() => terminal.play('100.00'), 'Play 100.00', '跟注 100.00'],
  [() => terminal.playLeaves('2,255.00'), 'balance after 2,255.00', '跟后余额 2,255.00'],
  [() => terminal.fold, 'Fold', '弃牌'],
  [() => terminal.foldCosts('125.00'), 'give up 125.00', '放弃 125.00'],
  [() => felt.qualifies('Q'), 'Dealer qualifies with a queen or better', '庄家有 Q 或以上方为合格'],
  [() => felt.winOn(6, common.to('1:2')), 'A win on six pays 1 to 2', '6 点赢，1 赔 0.5'],
  [() => baccarat.player, 'Player', '闲'],
  [() => baccarat.banker, 'Banker', '庄'],
  [() => baccarat.tie, 'Tie', '和'],
  [() => thirdCard.draws, 'draws', '补牌'],
  [() => thirdCard.stands, 'stands', '停牌'],
  [() => baccarat.roads.bead, 'Bead plate', '珠盘路'],
  [() => baccarat.roads.big, 'Big road', '大路'],
  [() => baccarat.roads.eye, 'Big eye boy', '大眼仔路'],
  [() => baccarat.roads.small, 'Small road', '小路'],
  [() => baccarat.roads.cockroach, 'Cockroach road', '曱甴路'],
  [() => common.balance, 'Balance', '余额'],
  [() => common.onTheTable, 'On the table', '台面'],
  [() => common.net, 'Net', '净额'],
  [() => round.limits, 'Limits', '限红'],
  [() => terminal.repeat, 'Repeat', '重复上注'],
  [() => terminal.undo, 'Undo', '撤销'],
  [() => terminal.clear, 'Clear', '清除'],
  [() => terminal.double, 'Double', '加倍'],
  [() => round.look, 'Look at my cards', '看牌'],
  [() => round.openHand, 'Open my hand', '开牌'],
  [() => common.why, 'why?', '为什么？'],
  [() => round.lastRound, 'Last round', '上一局'],
  [() => round.untilNext, 'until the next result', '下局结果出来前保留'],
  [() => play.played(1, 0), 'You have played for 1 hour', '您已玩了 1 小时'],
  [() => play.goOn, 'Go on', '继续'],
  [() => play.takeBreak, 'Take a break', '休息一下'],
  [() => play.stop, 'Stop for today', '今天到此为止'],
  [
    () => play.limitsSays,
    'A lower limit holds at once, a higher one after 24 hours.',
    '调低立即生效，调高 24 小时后生效。',
  ],
  [() => play.excludeMe(play.months(6)), 'Exclude me for 6 months', '自我禁门 6 个月'],
  [() => terminal.jackpotOff, 'No jackpot bets for now. The amount is kept', '累积大奖暂停下注，奖金保留'],
  [() => past.sees, 'Who could see what', '谁看得到什么'],
  [() => common.round('50'), 'Round 50', '第 50 局'],
  [() => common.to('8:1'), '8 to 1', '1 赔 8'],
  [() => staff.roles.dealer, 'Dealer', '荷官'],
  [() => terminal.dealer, 'Dealer', '庄家'],
  [() => baccarat.roads.derived, 'Derived', '下三路'],
  [() => terminal.buyIn, 'Buy in', '买筹码'],
  [() => terminal.cashOut, 'Cash out', '兑现'],
  [() => me.ticketsSays, 'paid at the cage', '在账房兑付'],
  [() => play.kinds['loss-day'].name, 'Loss a day', '每日输额上限'],
  [() => play.kinds['time-day'].name, 'Time a day', '每日时限'],
  [() => play.time, 'Time', '已玩时间'],
  [() => say({ code: 'dealer-closes-betting', facts: {} }), 'the dealer closes betting', '荷官停止下注'],
  [
    () => say({ code: 'guide-natural', facts: { points: 9 } as never }),
    'A natural 9: no hand draws',
    '天牌 9 点：双方均不补牌',
  ],
  [() => say({ code: 'the-round-is-void', facts: {} }), 'the round is void', '本局作废'],
];

/** What the house names in English. */
const NAMES: Record<string, string> = {
  Ante: '底注',
  Play: '跟注',
  'Pair Plus': '对子以上',
  'Ante Bonus': '底注红利',
  Jackpot: '累积大奖',
  Progressive: '累积大奖',
  Initial: '主注',
  Main: '主注',
  Tie: '和',
  'Three Pictures': '三公',
  'Player Pair': '闲对',
  'Banker Pair': '庄对',
  'Double Pictures Six': '双公六点',
  'Single Picture Nine': '单公九点',
  'Plain Five': '五点',
  'Dealer does not qualify': '庄家不合格',
  'Lucky Tie': '幸运和',
  'Lucky Pictures': '幸运公牌',
  'Royal Pictures': '皇家公牌',
  'Player Lucky 6': '闲幸运 6',
  'Dealer Lucky 6': '庄幸运 6',
  'Three Kings': '三张 K',
  'Any Picture Pair': '任意公牌对',
  'Straight Flush': '同花顺',
  'Three of a Kind': '三条',
  Straight: '顺子',
  Flush: '同花',
  Pair: '对子',
  'AKQ Spades': '黑桃 AKQ',
  'Stand Off': '平局',
  'side bet': '副注',
  shoe: '牌靴',
  'Dealer does not qualify and Straight': '庄家不合格，顺子',
};
const TITLES: Record<string, string> = {
  '3 Card Poker': '三张牌扑克',
  'Non-Commission Three Pictures': '三公',
  'Non-Commission Lucky Three Pictures': '幸运三公',
  'Royal Three Pictures': '皇家三公',
  'Non-Commission Baccarat (Electronic Table Game)': '百家乐',
};

test.each(PAIRS.map(([said, ...pair]) => [...pair, said] as const))('%s: %s', (theirs, ours, said) => {
  language.speak('en', plain, english);
  expect(said()).toBe(theirs);
  inChinese();
  expect(said()).toBe(ours);
});

test('names of bets, hands and results', () => {
  inChinese();
  expect(Object.fromEntries(Object.keys(NAMES).map((name) => [name, named(name)]))).toEqual(NAMES);
});

test('names of games: in print with the English beside it, on a page alone', () => {
  inChinese();
  for (const [title, ours] of Object.entries(TITLES)) {
    expect(common.called(named(title))).toBe(ours);
    expect(named(title)).toContain('（');
  }
});
