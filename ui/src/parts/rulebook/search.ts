// Finding clauses: every word asked for must be somewhere in what is known of a clause.

import type { ClauseRow } from '../../wire';

export const wordsOf = (asked: string): string[] => asked.toLowerCase().split(/\s+/).filter(Boolean);

const isNumber = (word: string): boolean => /^\d+(\.\d+)*[a-z]?\.?$/.test(word);

/** What of a clause can be searched, in one lower-case text. */
export const textOf = (row: ClauseRow, title: string, topics: readonly string[]): string =>
  [row.gist, row.kind, row.how, title, ...topics, ...row.chances.map((one) => one.title)].join(' \n ').toLowerCase();

export function found(row: ClauseRow, text: string, words: readonly string[]): boolean {
  return words.every((word) => {
    const numbered = isNumber(word) && row.clause.toLowerCase().startsWith(word.replace(/\.$/, ''));
    return (
      numbered || row.clause.toLowerCase() === word || (text.includes(word) && !(isNumber(word) && word.includes('.')))
    );
  });
}

export type Piece = { readonly text: string; readonly hit: boolean };

/** A sentence in pieces, those that were asked for marked. */
export function pieces(sentence: string, words: readonly string[]): Piece[] {
  if (!words.length) return [{ text: sentence, hit: false }];
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts = sentence.split(new RegExp(`(${escaped.join('|')})`, 'gi'));
  return parts.map((text, at) => ({ text, hit: at % 2 === 1 })).filter((one) => one.text);
}
