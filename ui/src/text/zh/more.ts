// 其余各页的词。

export * from './audit';
export * from './cage';
export * from './console';
export * from './events';
export * from './fairness';
export * from './happened';
export * from './journal';
export * from './odds';
export * from './operations';
export * from './otherNames';
export * from './people';
export * from './pit';
export * from './refused';
export * from './reports';
export * from './rulebook';
export * from './school';
export * from './jackpots';
export * from './shift';
export * from './watch';
