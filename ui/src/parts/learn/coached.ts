// Which games a person was shown how to play; kept in the browser.

const KEY = 'coached';

const names = (): string[] => {
  try {
    return (localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean);
  } catch {
    return [];
  }
};

export const wasCoached = (game: string): boolean => names().includes(game);

export function keepCoached(game: string): void {
  try {
    localStorage.setItem(KEY, [...new Set([...names(), game])].join(' '));
  } catch {
    // private windows keep nothing: the coach can be skipped each time
  }
}
