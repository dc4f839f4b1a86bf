// As vite.config.ts parts them.
declare module '*.json?players' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
declare module '*.json?others' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
