// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import * as english from '../../text/en';
import { language } from '../../text/language.svelte';
import * as chinese from '../../text/zh';
import type { PlacedLine } from '../../wire';
import { facts } from './facts';

afterEach(() => language.speak('en', english));

const why = (code: string): string | undefined =>
  facts({ stream: 'house', event: { event: 'clock-wrong', why: code } } as unknown as PlacedLine).at(-1)?.value;

test.each(['offset', 'unsynchronised', 'too-early'])('%s, a code of the clock, is told in words', (code) => {
  expect(why(code)).toMatch(/clock/);
  language.speak('zh', chinese);
  expect(why(code)).toMatch(/^[\u4e00-\u9fff]+$/u);
});
