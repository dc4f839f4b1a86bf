// Names of the house are read in the language spoken; codes and evidence stay as they were sent.

// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as english from '../text/en';
import * as chinese from '../text/zh';
import { language } from '../text/language.svelte';
import { isEvidence, naming } from './naming';

const answer = () => ({
  game: 'three-card-poker',
  title: '3 Card Poker',
  bets: [{ name: 'pair-plus', title: 'Pair Plus', lines: [{ event: 'Straight Flush', odds: '40:1' }] }],
  ranking: { hands: ['Straight Flush', 'Queen high'] },
  boxes: [{ hand: 'Double Pictures Six', said: { hand: { code: 'plain', facts: { points: 5 } } } }],
  last: { event: 'hand-removed', player: 'Tie' },
  entry: { title: 'box 3' },
  past: [{ dealer: { cards: 'Kh 9s Td', name: 'Single Picture Nine' } }],
  met: { hand: null, against: 'One Pair' },
  tables: [{ name: 'Tie', last: ['Three Odd Cards', 'Bp', 'Two'] }],
});

afterEach(() => language.speak('en', english));

test('English stays as it came', () => {
  expect(naming(answer())).toEqual(answer());
});

test('names follow the language, codes and people do not', () => {
  const named = naming(answer());
  language.speak('zh', chinese);
  expect(named).toEqual({
    game: 'three-card-poker',
    title: '三张牌扑克（3 Card Poker）',
    bets: [{ name: 'pair-plus', title: '对子以上', lines: [{ event: '同花顺', odds: '40:1' }] }],
    ranking: { hands: ['同花顺', '散牌，Q 大'] },
    boxes: [{ hand: '双公六点', said: { hand: { code: 'plain', facts: { points: 5 } } } }],
    last: { event: 'hand-removed', player: 'Tie' },
    entry: { title: '3 号位' },
    past: [{ dealer: { cards: 'Kh 9s Td', name: '单公九点' } }],
    met: { hand: null, against: '一对' },
    tables: [{ name: 'Tie', last: ['散牌', 'Bp', '二点'] }],
  });
});

test('what has no name is not walked', () => {
  expect([naming('text'), naming(null), naming(3)]).toEqual(['text', null, 3]);
});

test.each([
  ['GET /api/tables/{table}/rounds/{number}/receipt', true],
  ['GET /api/fairness/{table}', true],
  ['GET /api/journal', true],
  ['GET /api/disputes/{number}', true],
  ['GET /api/games/{game}', false],
  ['GET /api/tables/{table}/rounds', false],
])('%s is evidence: %s', (operation, is) => expect(isEvidence(operation)).toBe(is));
