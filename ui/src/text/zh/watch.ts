// 结果监察与调查的用词。

import { count } from '../../lib/money';
import type { Text } from '../language.svelte';

export const watch: Text['watch'] = {
  title: '异常结果',
  abnormalSays: '由赌场自行对照规则所定的期望发现；每个时段只告知一次。',
  subject: {
    table: (name) => `${name} 台`,
    dealer: (name) => `荷官 ${name}`,
    player: (name) => `玩家 ${name}`,
  },
  bet: (bet, game) => `${game}，${bet}`,
  spans: { shift: '本班', day: '本博彩日', life: '全部', span: '所选时段' },
  levels: { notice: '留意', alarm: '警报' },
  figures: (z) => `z ${z}`,
  allowed: (z, adjusted) => `z ${z}，计入高赔率后 ${adjusted}`,
  came: (rounds, win, expected) => `${count(rounds)} 局：赢 ${win}，期望 ${expected}`,
  cameBets: (wagers, win, expected) => `${count(wagers)} 注：赢 ${win}，期望 ${expected}`,
  investigations: '调查',
  number: (number) => `调查第 ${number} 号`,
  open: '进行中',
  byHouse: '由赌场自行立案',
  openedBy: (name, reason) => `${name} 立案：${reason}`,
  noted: (name, note) => `${name}：${note}`,
  closed: (name, cause) => `${name} 结案：${cause}`,
  causes: {
    chance: '纯属运气',
    error: '善意的差错',
    fault: '设备或程序故障',
    wrongdoing: '不当行为',
    unexplained: '未能解释',
  },
  investigate: '调查',
  investigateOf: (what) => `调查：${what}`,
  investigateSays: '连同此时段的数字一并记录；由另一人以结论结案。',
  why: '原因',
  opening: '立案调查',
  opened: '已立案',
  note: '查看了什么',
  addNote: '记下',
  noteDone: '已记下',
  cause: '原因类别',
  finding: '结论',
  close: '结案',
  closeDone: '调查已结案',
  twoPeople: '由赌区经理以上或审计员结案：不得是立案人，也不得一人独办。',
};
