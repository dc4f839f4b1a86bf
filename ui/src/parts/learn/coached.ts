// Which games a person was shown how to play; kept in the browser.

import { recalled, remember } from '../../lib/browser';

const KEY = 'coached';

const names = (): string[] => (recalled(KEY) ?? '').split(' ').filter(Boolean);

export const wasCoached = (game: string): boolean => names().includes(game);

export const keepCoached = (game: string): void => remember(KEY, [...new Set([...names(), game])].join(' '));
