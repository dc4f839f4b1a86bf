// What was reported from this console before: what is used most stands first.

import { recalled, remember } from '../../lib/browser';

const KEY = 'reported';
const MOST = 4;

function counts(): Record<string, number> {
  try {
    return JSON.parse(recalled(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export function mostUsed(): readonly string[] {
  return Object.entries(counts())
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST)
    .map(([name]) => name);
}

export function use(name: string): void {
  const now = counts();
  remember(KEY, JSON.stringify({ ...now, [name]: (now[name] ?? 0) + 1 }));
}
