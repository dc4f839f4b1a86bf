// 公平验证页的用词。

import type { Text } from '../language.svelte';

const seeds = (number: number): string => `${number} 个种子`;

export const fairness: Text['fairness'] = {
  title: '验证您的牌',
  titles: {
    proven: '没有人选过您的牌',
    alone: '这些牌可能由赌场选定',
    unsealed: '这些牌未经封存',
  },
  short: '公平验证',
  lead: '赌场先对自己的种子作出承诺，那时尚无人知道该牌靴的其他种子。玩家再加入各自的种子，任何一个公开之前都已作出承诺。合在一起才得出牌的次序。以下每一步由您的浏览器验证。',
  unsealedLead:
    '这些牌并非来自封存的牌靴：由电子牌靴读取，或由人发牌、输入。此处您的浏览器无可验证；重放会说明由谁发牌。',
  table: '赌台',
  shoe: '牌靴',
  shoes: '此台的牌靴',
  noShoes: '此台未用过封存的牌靴。',
  inUse: '使用中',
  ended: '已结束',
  sealedAt: (when) => `封存于 ${when}`,
  choose: '请选您的一局或一个牌靴，由您的浏览器在此验证。',

  mine: '我的牌局',
  noRounds: '您玩过的牌局列于此处，各附证明。',
  signIn: '登录后可找到您自己的牌局。',
  roundAt: (table, round) => `${table} 台第 ${round} 局`,

  seed: '我的种子',
  seedLabel: '您自己的词句，可不填',
  seedSays: '任何词句皆可。不填时，浏览器为每个牌靴随机取 32 字节；填了也另加 32 字节，词句为人所知亦无妨。',
  seedChange: '更改我的种子',
  seedFrom: (shoe) => `自牌靴 ${shoe} 起生效。`,
  seedGiven: (shoe) => `您给牌靴 ${shoe} 的种子已在，收种子结束前不公开。`,
  seedOpened: (shoe) => `您给牌靴 ${shoe} 的种子已公开。`,
  seedNone: (shoe) => `牌靴 ${shoe} 收种子，直到在用牌靴结束。您的终端会加入您的种子。`,
  seedOthers: (number, most) => `玩家至今加入 ${seeds(number)}，最多 ${most} 个。`,
  seedRefused: (says) => `赌场未收您上一个种子：${says}`,
  nextCommitment: '赌场为此作出的承诺',
  insecureSeed: '此页既非经 HTTPS 而来，也不在本机：您的浏览器在此不加种子。',

  holds: '全部属实，已由您的浏览器验证',
  holdsAlone: '全部属实，但没有玩家加入种子',
  fails: (step, what) => `不属实：第 ${step} 步，${what}`,
  again: '再验证一次',
  checking: '您的浏览器正在验证',
  stillSealed: '牌靴使用中：结束前无可验证。届时公开其种子与次序。',
  stillAlone: '没有玩家为它加入种子：赌场可能选定了次序。',
  notYet: '牌靴结束前无可验证。',
  steps: {
    house: '赌场封存了自己的种子',
    players: '玩家加入了各自的种子',
    order: '合在一起得出此次序',
    cards: '每张牌都是下一张',
    paid: '您按规则获得派彩',
    record: '记录无法改写',
  },
  noPlayers: '没有玩家加入种子',
  aloneOrder: '赌场的种子得出此次序',
  failed: {
    house: '赌场的封存。',
    players: '玩家的种子。',
    order: '牌的次序。',
    cards: '发出的牌。',
    paid: '派给您的款项。',
    record: '赌场的记录。',
  },
  before: (when) => `${when}，下注之前`,
  commitment: '承诺值',
  computed: '在此算出',
  same: '相同',
  differs: '不同',
  houseSays: '承诺值在您可以下注之前已公布。如今种子公开，算出的值相同。',
  yours: '您的屏幕当时显示的承诺值',
  yoursSays: '请粘贴在此：是哪一个承诺值，就不必只听赌场一面之词。',
  yoursDiffers: '这不是赌场如今所称该牌靴的承诺值。',
  yoursSame: '正是赌场所称的那一个。',
  yoursEnds: '首尾与赌场所称的那一个相同。',
  houseSeed: '赌场，事后公开',
  playerSeeds: (opened) => `玩家，${seeds(opened)}`,
  noBeacon: '无信标',
  yourSeed: '您的种子在其中：',
  yourSeedShut: '您的浏览器已公开给此牌靴的种子，赌场却算作未公开。请保留此页并询问赌场。',
  gives: '赌场须在知道这些之前定下自己的种子，也无人能照他人的种子来配自己的。',
  givesAll: '其中只要有一个是您的，或是您信任的人的，赌场与任何人都无法知道或选定次序。',
  givesNothing: '没有玩家为此牌靴加入种子。下注开始后赌场无法改动次序，但事前可能选定。',
  shut: (number) => `${seeds(number)}作了承诺而未公开，故不计入。每有一个，赌场与该玩家合起来便可在两种次序中择一。`,
  packs: (cards, decks) => `${cards} 张，${decks} 副`,
  dealtFirst: '左边先发；已发出的牌加圈。',
  wholeOrder: '全部次序、种子与盐值',
  salt: '盐值',
  of: (came, cards) => `${cards} 张中已发 ${came} 张`,
  round: '局',
  otherRounds: (number) => `此牌靴另有 ${number} 局`,
  paidSays: '每一笔都在这里按注额和赔率重新算过；条款说明缘由。',
  notPaid: '您在这一局没有下注。请选择您自己的一局，看它派了多少。',
  paidVoid: '这一局作废：您的注已退回。',
  checkpointOf: (size) => `检查点 ${size}`,
  noCheckpoint: '还没有检查点包括这个牌靴。一分钟之内会有。',
  inLog: '日志中的牌局',
  entriesOf: (from, to) => `条目 ${from} 至 ${to}`,
  included: '已包括',
  root: '根',
  signedBy: (witnesses) => (witnesses ? `已签名，${witnesses} 个见证方` : '已签名'),
  notSigned: '不是赌场签的',
  signatureUnchecked: '签名未在此核验',
  yoursHand: '您的',
  placeOf: (place) =>
    place
      .replace(/^box (\d+)$/, '$1 号位')
      .replace(/^the dealer$/, '庄家')
      .replace(/^the Player Hand$/, '闲家')
      .replace(/^the Banker Hand$/, '庄家')
      .replace(/^the burnt cards$/, '销牌'),
  stayed: (dealt, left) => `前 ${dealt} 张已发出；其余 ${left} 张留在靴中，证明里都有。`,
  logAndWitnesses: '日志与见证方',
  nowLabel: '此刻',
  lastCheckpoint: '最近检查点',
  houseSignature: '赌场签名',
  good: '有效',
  notChecked: '未在此核验',
  noWitnesses: '没有见证方副署这家赌场。',
  findRound: '按局号',
  findTable: '赌台',
  findNumber: '牌局',
  find: '看它的证明',
  hints: { move: '下一局，上一局', again: '重新核验', download: '下载证明', theme: '明暗' },
  alone_check: '这里不需要赌场：证明自己就能核验',
  download: '下载此证明',
  downloadSealed: '下载承诺值',
  downloadTable: '下载此台记录',
  alone: '不靠赌场即可验证：',
  command: (file) => `croupier fairness verify ${file}.json`,

  finding: (one) => {
    switch (one.what) {
      case 'commitment':
        return '公开的内容与承诺值不符。';
      case 'promise':
        return '赌场事先未公布此牌靴的承诺值，因此可能自行选定了次序。';
      case 'seed':
        return {
          early: `种子 ${one.number} 在赌场作出承诺之前已有。`,
          late: `种子 ${one.number} 在收种子结束后才加入。`,
          opened: `种子 ${one.number} 未按时公开。`,
          other: `种子 ${one.number} 与所承诺的不符。`,
        }[one.why];
      case 'seeds':
        return '用于次序的种子并非公开的那些。';
      case 'order':
        return '这些种子得出另一种次序。';
      case 'packs':
        return `次序并非 ${one.decks} 副整牌。`;
      case 'sealed-late':
        return `第 ${one.round} 局：牌靴在开始下注后才封存。`;
      case 'cards':
        return `第 ${one.round} 局：应为${one.wanted ? ` ${one.wanted}` : '无牌'}，却来了 ${one.came}。`;
      case 'paid':
        return `${one.bet}：金额与注额和赔率不符。`;
      case 'log':
        return {
          covers: '检查点没有包括到这个牌靴用完之时。',
          signature: '检查点不是用赌场的公钥签的。',
          path: '您这一局有一条记录不通向根。',
          hash: '您这一局有一条记录与它的哈希不符。',
        }[one.why];
    }
  },

  counted: (table) => `${table} 台的牌靴`,
  last: (shoes) => `最近 ${shoes} 个`,
  counts: {
    used: '已用并公开',
    in_use: '使用中，已封存',
    discarded: '弃用或放弃',
    committed_twice: '两次承诺',
    missing: '缺失',
    voided_rounds: '作废局数',
    seeds: '玩家种子',
    seeds_unopened: '未公开种子',
  },
  discarded: (shoe) => `牌靴 ${shoe} 已弃用`,
  restored: (entries) => `赌场曾由 ${entries} 条记录的备份恢复`,
  noneDiscarded: '没有弃用的。',

  cheat: '试试作弊',
  cheatSays: '只在您的浏览器里对调两张牌，看哪一步不属实。',
  exchange: '对调两张牌',
  undo: '换回来',
  insecure: '浏览器只在经 HTTPS 而来或本机的页面上验证，此页不是。',
  insecureSays: '请下载证明，用以下命令验证：',
};
