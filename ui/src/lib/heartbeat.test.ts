import { expect, test } from 'vitest';
import { ANSWER_MS, GREETING_MS, QUIET_MS, verdict } from './heartbeat';

const AT = 100_000;

test('a quiet line is asked, at, below and above the limit', () => {
  const pulse = { begun: 0, heard: AT, asked: 0 };
  expect(verdict(pulse, AT + QUIET_MS - 1)).toBe('alive');
  expect(verdict(pulse, AT + QUIET_MS)).toBe('alive');
  expect(verdict(pulse, AT + QUIET_MS + 1)).toBe('ask');
});

test('a question without an answer is the end', () => {
  const pulse = { begun: 0, heard: AT, asked: AT + 5000 };
  expect(verdict(pulse, AT + 5000 + ANSWER_MS)).toBe('alive');
  expect(verdict(pulse, AT + 5000 + ANSWER_MS + 1)).toBe('dead');
});

test('whatever is heard answers the question', () => {
  expect(verdict({ begun: 0, heard: AT + 5001, asked: AT + 5000 }, AT + 9002)).toBe('ask');
});

test('a page that slept asks first: it is not the house that was silent', () => {
  expect(verdict({ begun: 0, heard: AT, asked: 0 }, AT + 3_600_000)).toBe('ask');
});

test('a house that does not greet is not waited for', () => {
  const pulse = { begun: AT, heard: null, asked: 0 };
  expect(verdict(pulse, AT + GREETING_MS)).toBe('alive');
  expect(verdict(pulse, AT + GREETING_MS + 1)).toBe('dead');
});
