// 玩家各页的词；其余在 more.ts。缺一词，类型检查即指出。

export * from './baccarat';
export * from './board';
export * from './cards';
export * from './common';
export * from './events';
export * from './felt';
export * from './house';
export * from './learn';
export * from './lobby';
export * from './me';
export * from './names';
export * from './past';
export * from './play';
export * from './round';
export * from './settings';
export * from './staff';
export * from './terminal';
