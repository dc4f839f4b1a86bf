// 全部中文词；缺一词，类型检查即指出。

export * from './first';
export * from './pages';
export * from './more';
