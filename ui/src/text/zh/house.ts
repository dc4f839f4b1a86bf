// 赌场所说，按代码；名称按 names.json。

import { names } from './names';
import { counted, digit, paid, ROLES } from './forms';
import type { Text } from '../language.svelte';

const CHOICES: Record<string, string> = { play: '跟注', fold: '弃牌' };
const DEVICES: Record<string, string> = { manual: '手动设备', automated: '自动设备' };
const OUTCOMES: Record<string, string> = { win: '赢', lose: '输', push: '退回', returned: '退回' };
const titled = (bet: string): string =>
  names.named(bet.replaceAll('-', ' ').replace(/\b\w/g, (letter) => letter.toUpperCase()));
const pictures = (count: number): string => (count ? `${counted(count)}张公牌` : '零张公牌');

export const house: Text['house'] = {
  digit,
  pictures,
  withPictures: (count) => (count ? `含${pictures(count)}` : '不含公牌'),
  listed: (parts) => parts.join('、'),
  run: (first, last) => `${first} 至 ${last}`,
  quoted: (text) => `“${text}”`,
  role: (role) => ROLES[role] ?? role,
  bet: titled,
  title: titled,
  odds: paid,
  outcome: (outcome) => OUTCOMES[outcome] ?? outcome,
  choice: (choice) => CHOICES[choice] ?? choice,
  shuffle: (how) => (how === 'shuffler' ? '用洗牌机' : '用手'),
  device: (device) => DEVICES[device] ?? device,
  fact: (fact, value) => `${fact}${value}`,
  event: (event) => names.named(event),
  rank: (rank) => rank.replace('T', '10'),
  types: { str: '文本', int: '整数', float: '数字', array: '列表', object: '对象', bool: '真或假' },
  comma: '、',
  then: '，然后',
  or: '或',
  next: '；',
};
