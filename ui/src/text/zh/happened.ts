// 台上可能发生的事。

import { happened as english } from '../en/happened';

const told: Record<string, [title: string, says: string]> = {
  'foreign-card': ['外来的牌', '不属于在用这套牌的一张牌。'],
  'card-count-wrong': ['牌多了或少了', '牌副或牌靴不齐。'],
  'cards-not-shuffled': ['牌未洗', '按原来的次序投入使用。'],
  'cards-run-out': ['牌不够用', '剩下的不足以完成本局。'],
  misdealt: ['发错牌', '有的手牌不在应在之处。'],
  'dealing-error': ['其他发牌错误', '次序不对或发错了地方。'],
  'dealer-hand-miscounted': ['庄家的牌张数不对', '太少或太多。'],
  'player-hand-miscounted': ['一手牌张数不对', '某玩家的牌，或两方之一。'],
  'card-exposed': ['有牌亮出', '时候未到已可看见。'],
  'card-face-up-in-shoe': ['牌靴内有牌面朝上', '抽出之前已看见。'],
  'cards-drawn-together': ['数张牌一同抽出', '两张或以上同时离开牌靴。'],
  'burn-missed': ['未销牌', '未销牌就开始发牌。'],
  'cards-swapped': ['牌发到另一方', '一方的牌放在了另一方。'],
  'card-drawn-in-excess': ['多抽了一张牌', '本局无人应得此牌。'],
  'bet-after-close': ['迟注', '停止下注之后才下。'],
  'bet-increased-after-close': ['迟加注', '在停止下注之后。'],
  'bet-withdrawn-after-close': ['迟撤注', '在停止下注之后。'],
  'over-maximum': ['超过最高投注额', '多于本台所接受的。'],
  'under-minimum': ['低于最低投注额', '少于本台所接受的。'],
  'side-bet-without-main': ['只有副注', '缺少所需的注。'],
  'jackpot-bet-without-ante': ['只有累积大奖注', '该门没有底注。'],
  'play-bet-differs': ['跟注金额不同', '与底注不等。'],
  'bet-misplaced': ['筹码放错地方', '玩家说本意是另一种注。'],
  'player-walked-away': ['玩家已离开', '台上还有注。'],
  'extra-hand-examined': ['玩家看了第二手牌', '只可看一手。'],
  'power-failure': ['停电或设备故障', '发生在本局之中。'],
  'terminal-failure': ['一台终端故障', '只涉一位玩家，牌局继续。'],
  'jackpot-fault': ['累积大奖失灵', '其金额或其注。'],
  'wrong-result-registered': ['登记了错误结果', '控制台的结果与牌面不符。'],
  'display-wrong': ['显示有误', '所示与牌面不符。'],
  'error-noticed-late': ['以前一局的错误', '下一局开始后才发现。'],
  uncovered: ['其他', '由值班经理决定。'],
};

/** Group and picture are those of English; an irregularity without Chinese words is told by a test. */
export const happened: typeof english = Object.fromEntries(
  Object.entries(english).map(([code, one]) => {
    const [title, says] = told[code] ?? [one.title, one.says];
    return [code, { ...one, title, says }];
  }),
);
