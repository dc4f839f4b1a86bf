// Words that a terminal draws itself with.

export * from './baccarat';
export * from './cards';
export * from './common';
export * from './felt';
export * from './glance';
export * from './house';
export * from './learn';
export * from './listing';
export * from './names';
export * from './round';
export * from './settings';
export * from './terminal';
