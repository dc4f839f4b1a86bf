// 赌区页的用词。

import type { Text } from '../language.svelte';
import { money } from '../../lib/money';
import { ROLES } from './forms';

type Notice = Parameters<Text['pit']['noticed']>[0];

const waiting = (ms: number): string => {
  const all = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(all / 60);
  return minutes < 60
    ? `${minutes}:${String(all % 60).padStart(2, '0')}`
    : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分`;
};

const CONTROLS: Record<string, string> = {
  second_factor: '手机验证码',
  buy_in: '买筹码',
  redeem: '兑付票券',
  cash_out: '兑现',
  difference: '钱箱差额',
  correction: '更正',
};
const ASKED: Record<string, string> = { off: '不要求', managers: '各经理', staff: '全体工作人员', '': '无' };
/** 一项权限，由何至何：买筹码，巡场主任：500.00，现为 800.00。 */
const controlled = ([name, values]: [string, readonly [string, string]]): string => {
  const [what, role] = name.split('.');
  const [before, now] = values.map((value) => ASKED[value] ?? value);
  return `${CONTROLS[what] ?? what}${role ? `，${ROLES[role] ?? role}` : ''}：${before}，现为 ${now}。`;
};

const clockWrong: Record<string, (ms: number) => string> = {
  offset: (ms) => `赌场时钟${ms < 0 ? '慢' : '快'} ${Math.abs(ms / 1000)} 秒：请校准本机时钟。`,
  unsynchronised: () => '没有时间服务器校准本机时钟。',
  'too-early': () => '本机时钟所示时间早已过去：请校准。',
};

const noticed = (one: Notice): string => {
  switch (one.event) {
    case 'clock-jumped':
      return `本机时钟被拨${one.by_ms < 0 ? '慢' : '快'} ${Math.abs(one.by_ms / 1000)} 秒；倒计时不受影响。`;
    case 'contribution-noticed':
      return `${one.table} 台第 ${one.round} 局：台上奖金注为 ${money(one.explained_cents)}，故未按 ${money(one.bets_cents)} 计入累积大奖。`;
    case 'program-changed':
      return '程序文件在启动之后有改动。';
    case 'configuration-changed':
      return ['赌场的设定文件自上次开启后有改动。', ...Object.entries(one.controls).map(controlled)].join('');
    case 'table-failed':
      return `${one.table} 台出错，正在重试。原因见日志文件。`;
    case 'table-disabled':
      return `${one.table} 台停用：出错 ${one.times} 次。由赌区重新开放。`;
    case 'table-mended':
      return `${one.table} 台恢复。`;
    case 'house-restored':
      return `已放回 ${one.entries} 条记录的备份：工作人员逐一解锁，当时未兑的票券须由两人办理。`;
    case 'program-accepted':
      return `本赌场已接纳程序版本 ${one.version}${one.confirmed_by ? `，由 ${one.confirmed_by} 确认` : ''}${one.beside ? '，与此前接纳的程序并行' : ''}。`;
    case 'program-differs':
      return `运行的程序不是已接纳的程序：${one.count} 处不同，详见日志。`;
    case 'journal-faulty':
      return `日志与写下时不符：${one.count} 处，详见日志该条。请停止收注并通知维护人员。`;
    case 'clock-wrong':
      return clockWrong[one.why]?.(one.by_ms ?? 0) ?? '时钟有误。';
    case 'clock-right':
      return one.why === 'unsynchronised' ? '本机时钟重新由时间服务器校准。' : '时钟已恢复正确。';
    case 'backup-overdue':
      return one.made === null
        ? '本赌场从未有过经验证的备份。'
        : `上一次经验证的备份已超过 ${one.at_most_hours} 小时。`;
    case 'command-failed':
      return `程序出错（日志文件中编号 ${one.code}），${one.by} 所求${one.table ? `（${one.table} 台）` : ''}未能办理${one.count > 1 ? `，共 ${one.count} 次` : ''}。未写下任何内容。`;
    case 'probing-noticed':
      return `${one.by} 短时间内被拒 ${one.count} 次：${one.asked}${one.table ? `，${one.table} 台` : ''}。`;
  }
};

export const pit: Text['pit'] = {
  notices: '赌场发现',
  noticed,
  moreNotices: (number) => `还有 ${number} 项`,
  failed: '出错，正在重试',
  title: '赌区',
  nav: '赌区各页',
  views: { tables: '场面', players: '玩家', people: '人员', shift: '班次', refused: '被拒' },
  refusedSays: '工作人员未获准办理的事，最新在前。不写出任何牌张。',
  refusedHead: ['时间', '何人', '赌台', '所求', '原因', '次数'],
  noneRefused: '没有工作人员被拒。',
  aSearch: '一次查找',
  reporting: (now, all) => `${all} 张赌台中 ${now} 张在线`,
  waiting,

  onLayouts: '各台台面',
  players: (number) => `${number} 位玩家`,
  worst: '最坏情形，全部赌台',
  worstSays: '若每注都中最高一行',
  drop: '今日投入',
  paidOut: (amount) => `已兑付 ${amount}`,
  win: '今日赢额',
  expected: (amount) => `预期 ${amount}`,
  hold: '今日留存率',
  theoretical: (share) => `理论值 ${share}`,
  improbable: '可疑结果',
  flags: (number) => (number ? `${number} 种注须查看` : '无'),
  flagsSays: '超过 3.29 个标准差',
  reportFails: '今日数字无法读取。',

  staked: '已下',
  worstCase: '最坏情形',
  worstHead: '最坏情形',
  winShort: '赢额',
  holdShort: '留存率',
  theory: (share) => `理论 ${share}`,
  automatic: '自动发牌',
  person: '由人发牌',
  steps: {
    concluded: '两局之间',
    betting: '下注中',
    dealing: '发牌中',
    playing: '轮到玩家',
    exposed: '派彩中',
  },
  closed: '已关',
  heldForChange: '更改待批',
  options: (number) => `${number} 人待选`,
  open: '开台',
  close: '关台',
  takeBack: '收回',
  limits: '限红与规则',
  restrict: '限制',
  restricted: (number) => `${number} 人受限`,
  opened: (table) => `${table} 台已开`,
  closedNow: (table) => `${table} 台已关`,
  allTables: '全部',
  needsMe: '需要我',
  filter: '显示哪些赌台',
  noneNeeds: '现在没有赌台需要您。',

  queue: '等待中',
  nothingWaits: '没有等待办理的事。',
  oldest: (time) => `最久 ${time}`,
  ruling: (table, round) => `裁定 · ${table} 台 · 第 ${round} 局`,
  approval: (table, round) => `批准 · ${table} 台 · 第 ${round} 局`,
  change: (table) => `更改 · ${table} 台`,
  correction: (number) => `更正第 ${number} 号`,
  cageWindow: (window) => `账房 · ${window} 号窗口`,
  kinds: {
    'buy-in': '买筹码。',
    redeem: '兑付票券。',
    'cash-out': '兑现。',
    ticket: '兑现，开成票券。',
    correction: '',
  },
  meterChange: '更正累积大奖',
  dispute: (number) => `争议第 ${number} 号`,
  cards: (table) => `牌 · ${table} 台`,
  cardsCounted: (by, found, expected) => `${by} 点得 ${found} 张，应有 ${expected} 张`,
  cardsShuffled: (by, how, cut) =>
    `${by} ${how === 'shuffler' ? '用洗牌机' : '用手'}洗牌，${cut ? '已切牌' : '未切牌'}`,
  cardsConfirmedBy: (by) => `${by} 确认`,
  cardsLeavePlay: '一经确认，这些牌即退出使用，另点新牌。',
  cardsSee: '确认之前，请到台前查看牌。',
  cardsConfirm: '确认牌',
  cardsAgain: '重新点牌',
  toChange: '更改设定',
  closedToChange: (table) => `${table} 台无人下注：为更改而关台，批准后请再开台。`,
  waitsForCards: '牌待第二人确认',
  countCards: '两人点牌',
  countCardsWhen: { off: '从不', 'each-day': '每日一次', 'each-shoe': '每靴或每副' },
  typing: (table) => `手工输入 · ${table} 台`,
  typingAsks: (by) => `${by} 请求手工输入本局的牌`,
  typingNotYou: '须由不在此发牌者允许。',
  waitsToType: '等待手工输入',
  allow: '允许',
  doNot: '不允许',
  console: '控制台',
  call: (table) => `呼叫 · ${table} 台`,
  playHeld: (time) => `${time}，牌局暂停`,
  reportedBy: (who) => `由 ${who} 报告。`,
  decidedBy: (who) => `由 ${who} 决定。`,
  decides: (role) => `由${role}或更高职务者决定`,
  second: '须由第二人批准。',
  notBy: (names) => `不可由 ${names} 办理：报告人与发牌者均不可。`,
  record: '记录显示',
  finds: '您查明了什么？',
  hidden: '次序定下之前不显示注。',
  calledOn: (role) => `无人到场：已呼叫${role}。`,
  askedBy: (who) => `由 ${who} 提出。`,
  youAsked: '由您提出：须由另一人批准。',
  youDecided: '由您决定：须由另一人批准。',
  notForYou: (role) => `须由${role}或更高职务者决定。`,
  keptApart: (name) => `您与 ${name} 须互相回避：请另一位经理批准。`,
  managerApproves: '须由赌区经理或更高职务者批准。',
  reason: '理由，记入日志',
  needsReason: '请先写理由。',
  rule: '照此裁定',
  order: '牌的先后',
  orderSays: '按应有的先后',
  remedy: '如何处理',
  choose: '选择',
  laterRounds: '以后各局',
  replaceShoe: '更换牌靴',
  ruled: '裁定已作出',
  approve: '以第二人身份批准',
  reject: '拒绝',
  approved: '已批准',
  rejected: '已拒绝',
  before: '之前',
  asked: '批准之后',
  owes: (amount) => `其中 ${amount} 记为欠款：余额不足。`,
  balanceOf: (player) => `${player} 的余额`,
  disputeOf: (round, table) => `${table} 台第 ${round} 局`,
  replay: '重放',
  resolve: '以此答复结案',
  resolved: '争议已结',
  answerOrReason: '答复或理由，记入日志',
  claimed: (amount) => `索要 ${amount}。`,
  keptAside: (amount, player) => `${player} 所赢中的 ${amount} 暂存。`,
  holdTable: '暂停本台',
  tableHeld: (table) => `${table} 台已暂停：不开下一局`,
  letGoOn: '让本台继续',
  tableGoesOn: (table) => `${table} 台继续`,
  heldBy: (number, time) => `争议第 ${number} 号使本台暂停，${time}`,
  disputeSays: (round, reason) => `第 ${round} 局：${reason}`,
  heldNow: '使本台暂停',
  answer: '我到了',
  answered: '已应召',

  jackpot: '累积大奖',
  feeds: (share, seed) => `每注拨入 ${share} · 起始 ${seed}`,
  frozen: '已冻结：不接累积大奖注',
  faultAt: (tables) => `${tables} 台故障`,
  frozenByStaff: '由工作人员冻结',
  freeze: '冻结',
  freezeSure: '冻结累积大奖',
  freezeSays: '金额保持不变。恢复之前，所有相关赌台都不接此注。',
  resume: '恢复',
  correct: '更正',
  correctMeter: '更正累积大奖',
  shouldShow: '应显示的金额',
  meterSays: '须由赌区经理或更高职务者批准，且不能是您。其间拨入的照计。',
  propose: '提出',
  proposed: '已提出：须由第二人批准',

  settings: (table) => `${table} 台：限红与规则`,
  settingsSays: '由您提出，第二人批准后生效。在两局之间送出，赌台随后等待。',
  bet: '注种',
  minimum: '最低',
  maximum: '最高',
  bettingTime: '下注时间，秒',
  lookingTime: '看牌时间，秒',
  boxes: '座位数',
  smallestChip: '最小筹码',
  readings: '文件的解读',
  readingsSays: '规则如何解读由值班经理决定。',
  proposeNow: '提出更改',
  proposeLater: '本局结束时提出',
  sendsLater: '等待本局结束',
  nothingChanged: '尚未改动。',
  badAmount: '金额写作 25.00 的样子。',
  changes: '更改内容',
  changed: {
    betting_seconds: '下注时间',
    looking_seconds: '看牌时间',
    boxes: '座位数',
    chip_cents: '最小筹码',
    decks: '副数',
    device: '设备',
    dealer: '发牌者',
    shoe: '由电子牌靴读牌',
    jackpot: '累积大奖',
    count_cards: '两人点牌',
  },
  limitOf: (bet) => `${bet}，最低至最高`,
  none: '无',

  restrictions: (table) => `${table} 台：限制`,
  oneBox: '限某玩家只玩一门',
  player: '玩家',
  keep: '限制',
  lift: '解除',
  kept: (player) => `${player} 只可玩一门`,
  lifted: '限制已解除',
  area: '每个投注区的注数',
  areaSays: (most) => `游戏允许 ${most} 注，此处可更少。`,
  areaNow: (number) => `现在最多 ${number} 注`,

  search: '找玩家',
  searchSays: '姓名中的字母',
  found: (number) => `${number} 位玩家`,
  nobody: '没有姓名含这些字母的玩家。',
  balance: '余额',
  provisional: '暂记',
  owed: '欠款',
  lyingNow: '现在台上',
  nothingLies: '台上没有注。',
  lastRounds: '最近几局',
  noRounds: '还没有牌局。',
  tickets: '未兑票券',
  noTickets: '无。',
  voided: '作废',
  correctBalance: '更正余额',
  correctSays: '要加的金额，减则加负号。须由赌区经理或更高职务者批准，且不能是您。',
  amount: '金额，如 25.00 或 −25.00',
  choosePlayer: '选一位玩家，查看余额、注与最近几局。',

  reading: '正在读取当日数字',
  jackpots: '累积大奖',
  inPlay: '进行中',

  asks: {
    account: (name, role) => `新账户 ${name}，${role}`,
    password: (name) => `${name} 的新密码`,
    unlock: (name) => `解锁 ${name}`,
    role: (name, role) => `${name} 改任${role}`,
  },
  confirm: '以第二人身份确认',
  confirmed: '已确认',
  withdraw: '撤回',
  withdrawn: '已撤回',
  notYours: '这关乎您自己的账户：由他人决定。',
  endsIn: (time) => `${time} 后失效`,
  printSlip: '打印纸条',
  codeTitle: (name) => `${name} 的一次性代码`,
  codeHalf: {
    first: '这是代码的前一半。确认者会看到后一半，只有本人两半都有。',
    second: '这是代码的后一半。提出者已看到前一半，只有本人两半都有。',
  },
  codeSays: '请当面交给本人。24 小时内登录时用来设定密码，只显示这一次。',

  inNeed: '需要处理的赌台',
  searchFloor: '赌台、荷官或玩家',
  running: (number) => `运行中，${number}`,
  stateHead: '状态',
  dealerHead: '荷官，自',
  playersHead: '玩家',
  onLayout: '台面',
  stepLeft: (step, seconds) => `${step}，${seconds} 秒`,
  failedSays: '系统自行重试；原因见日志文件。',
  heldFor: (time) => `暂停 ${time}，等待裁决`,
  reportedAs: (what, by) => `${what}，${by} 报告。`,
  interruptedFor: (time) => `中断 ${time}`,
  interruptedSays: '注码保留。恢复时按本游戏条文处理。',
  calledFor: (time) => `控制台呼叫，${time}`,
  othersGoOn: '已告知玩家。其他投注照常。',
  overTime: (dealer, due) => `${dealer} 应于 ${due} 休息`,
  overSays: (time) => `在台时间已超 ${time}。`,
  roundOf: (round) => `第 ${round} 局`,
  dealsSince: (dealer, since) => `${dealer} 自 ${since} 发牌`,
  liesThere: (amount) => `台面 ${amount}`,
  noneLie: '台面无注',
  automaticShort: '自动',
  nobodyDeals: '无人',
  ruleIt: '裁决',
  going: '我去',
  lookAt: '查看',
  more: '展开',
  less: '收起',
  closeAsk: (table) => `关闭 ${table}？`,
  closeNowSays: '没有牌局进行，立即关闭。',
  closeLaterSays: (step, players, amount) => `${step}：${players}，台面 ${amount}。先打完并赔付本局；之后不可再下注。`,
  stayOpen: '继续开放',
  closeLater: '本局后关闭',
  closeNow: '立即关闭',
  closesLater: (table) => `${table} 本局后关闭`,
  closesAfter: '本局后关闭',
  staysOpen: (table) => `${table} 继续开放`,
  relieve: (dealer) => `换下 ${dealer}`,
  relieveSays: '记入日志。未指明接替者时，赌台等下一位荷官。',
  takesOver: '由谁接替',
  stays: (dealer) => `${dealer} 留台`,
  relieved: (dealer) => `${dealer} 已换下`,
  stop: '停止牌局',
  stopAsk: (table) => `停止 ${table} 的牌局？`,
  stopSays: '立即停止。注码保留；牌局按本游戏条文处理。',
  stopped: (table) => `${table} 的牌局已停止`,
  playOn: '继续',
  rotation: '荷官、休息与轮换',
  rotates: (table, pause) => `在台 ${table} 分钟，休息 ${pause} 分钟`,
  rest: '休息',
  breakWasDue: (table, due) => `${table}，应于 ${due} 休息`,
  relieves: (table, dealer) => `${table}，接替 ${dealer}`,
  dealsAt: (table, since) => `自 ${since} 在 ${table} 发牌`,
  restsSince: (since) => `自 ${since} 休息`,
  nobodyDealsHere: '最近几小时没有荷官开局。',
  atLimits: '接近限额的玩家',
  ofPlayers: (number, all) => `${all} 人中 ${number} 人`,
  ofTableLimit: (table, percent) => `${table}，达台限 ${percent} %`,
  ownLimitNear: '接近自设的输额上限',
  ofMost: (most, what) => `上限 ${most}，${what}`,
  today: '今日',
  nobodyAtLimits: '无人接近限额。',
  barredSeen: '今日出现的禁入者',
  barredInAll: (number) => `共 ${number} 人禁入`,
  selfExcluded: (day) => `自我禁入至 ${day}`,
  barredByHouse: '被赌场禁入',
  openFile: '打开',
  signedInAt: (time) => `${time} 登入；不受理投注`,
  noneBarredSeen: '今日未见禁入者。',
  outOfUse: '关闭一种游戏或全场',
  outOfUseSays: '各台关闭；有牌局进行的，先打完并赔付。',
  whichTables: '哪些赌台',
  wholeHouse: (number) => `全场，${number} 张赌台`,
  outOfUseSure: '关闭',
  outOfUseDone: '正在关闭',
  floorKeys: [
    ['/', '搜索'],
    ['J K', '下一项、上一项'],
    ['Enter', '打开最急的一台'],
    ['A', '批准'],
    ['C', '关台，先询问'],
    ['R', '换下荷官'],
    ['X X', '停止牌局'],
  ],
  closesWhy: (by, reason) => `本局后关闭，${by}：${reason}`,
  esc: 'Esc',
  stopOrClose: '停止牌局立即生效；关台让本局打完',
};
