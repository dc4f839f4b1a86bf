// Words of all other pages.

export * from './audit';
export * from './console';
export * from './events';
export * from './fairness';
export * from './happened';
export * from './odds';
export * from './otherNames';
export * from './pit';
export * from './refused';
export * from './reports';
export * from './rulebook';
export * from './school';
