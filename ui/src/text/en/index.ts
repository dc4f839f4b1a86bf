// Every word in English, by which other languages are typed.

export * from './audit';
export * from './baccarat';
export * from './board';
export * from './cards';
export * from './common';
export * from './console';
export * from './events';
export * from './fairness';
export * from './happened';
export * from './house';
export * from './lobby';
export * from './me';
export * from './names';
export * from './odds';
export * from './pit';
export * from './refused';
export * from './reports';
export * from './rulebook';
export * from './staff';
export * from './terminal';
