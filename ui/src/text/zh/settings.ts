// 各人喜欢怎样的页面、大字终端、无人使用时的终端。

import type { Text } from '../language.svelte';
import { counted } from './forms';

export const settings: Text['settings'] = {
  open: '设置',
  title: '设置',
  kept: '存于此浏览器。',
  theme: '浅色纸面',
  themeSays: '代替深色台呢',
  sound: '声音',
  soundSays: '轻声提示：开始下注、最后几秒、停止下注、发牌、赢',
  deck: '四种颜色',
  deckSays: '每种花色一种颜色',
  print: '大字',
  printSays: '一手牌，一个决定，大号字',
  hand: '左手操作',
  handSays: '按钮在左手边',
  motion: '牌的动作按您系统的要求减少。',
};

export const large: Text['large'] = {
  normal: '普通字号',
  chip: '您的筹码',
  less: '小一档的筹码',
  more: '大一档的筹码',
  yourHand: '您的牌',
  player: '闲',
  banker: '庄',
};

export const kiosk: Text['kiosk'] = {
  sit: '请坐下来玩',
  free: (boxes) => `有${counted(boxes)}个空位`,
  full: '站着玩',
  closed: '本台已关',
  noDealer: '荷官即将到来',
  table: (name) => `${name} 台`,
  opensIn: (seconds) => `${seconds} 秒后开始下注`,
  betsOpen: '下注中',
  justEnded: (round) => `第 ${round} 局刚结束`,
  inPlay: (round) => `第 ${round} 局进行中`,
  buyIn: '放入票券或买筹码',
  buyInSays: '在账房或在此终端',
  tapArea: '点筹码，再点下注的地方',
  tapBox: '点筹码，再点您座位的圆圈',
  until: '直到“停止下注”',
  beat: '赢过庄家的牌',
  nearNine: '更接近九点的一方赢',
  touchless: '发牌与派彩无须触碰',
  boxes: '座位与台上一样，1 号位在右',
  isFree: '空',
  isTaken: '已坐',
  boxWon: (box) => `${box} 号位赢`,
  boxLost: (box) => `${box} 号位输`,
  box: (box) => `${box} 号位`,
  dealer: '庄家',
  noRound: '还没有牌局。',
  shoe: '牌靴',
  rounds: (rounds) => `已发 ${rounds} 局`,
  begin: '点任何地方开始。要大字：手指按住屏幕两秒。',
  beginLabel: '开始',
  staff: '工作人员',
  staffTitle: '仅限工作人员',
  staffSays: '此终端固定在本台。工作人员可以退出。',
  unlock: '退出自助终端',
  notStaff: '这是玩家的账户。',
};
