// 玩家其余各页的词。

export * from './aside';
export * from './board';
export * from './lobby';
export * from './me';
export * from './past';
export * from './play';
export * from './staff';
