// 终端开桌即用的词。

export * from './baccarat';
export * from './cards';
export * from './common';
export * from './events';
export * from './felt';
export * from './house';
export * from './learn';
export * from './names';
export * from './play';
export * from './round';
export * from './settings';
export * from './terminal';
