// Every word in English, by which other languages are typed.

export * from './audit';
export * from './baccarat';
export * from './board';
export * from './cards';
export * from './common';
export * from './console';
export * from './events';
export * from './fairness';
export * from './felt';
export * from './happened';
export * from './house';
export * from './learn';
export * from './lobby';
export * from './me';
export * from './names';
export * from './odds';
export * from './past';
export * from './pit';
export * from './play';
export * from './refused';
export * from './reports';
export * from './round';
export * from './rulebook';
export * from './settings';
export * from './staff';
export * from './terminal';
