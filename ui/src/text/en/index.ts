// Every word in English, by which other languages are typed.

export * from './first';
export * from './pages';
export * from './more';
