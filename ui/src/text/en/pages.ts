// Words of the other pages that players see.

export * from './aside';
export * from './board';
export * from './lobby';
export * from './me';
export * from './past';
export * from './play';
export * from './staff';
