import { describe, expect, it } from 'vitest';
import { Asking } from './asking.svelte';
import { change, decimal, near, percent, shown, typed } from './figures';
import { band, between, clear, linear, logarithmic } from './scale';

describe('figures', () => {
  it('are rounded from exact text', () => {
    expect(percent('308/5525')).toBe('5.575 %');
    expect(percent('-1/3', 2)).toBe('\u221233.33 %');
    expect(decimal('96/1105', 6, true)).toBe('+0.086878');
    expect(decimal('-822/1105', 6)).toBe('\u22120.743891');
    expect(decimal('1234567.5', 1)).toBe('1,234,567.5');
    expect(change('0')).toBe('0');
    expect(change('1/1000')).toBe('+0.1000 %');
    expect(change('-3/100000000')).toBe('\u22120.000003 %');
    expect(near('3/4')).toBe(0.75);
  });
  it('are typed in short and sent in full', () => {
    expect(['40:1', '1:2', '1250.00'].map(shown)).toEqual(['40', '1:2', '1250.00']);
    expect(typed(' 6 ', false)).toBe('6:1');
    expect(typed('1 to 2', false)).toBe('1:2');
    expect(typed('1250', true)).toBe('1250.00');
    expect(typed('six', false)).toBe('six');
  });
});

describe('scales', () => {
  it('place values', () => {
    expect(linear(0, 10, 100, 200)(5)).toBe(150);
    expect(logarithmic(1, 100, 0, 100)(10)).toBeCloseTo(50);
    expect(between(-0.2, 1.1, 5)).toEqual([0, 0.5, 1]);
    expect(clear([0, 50, 100, 150], [20, 20, 60, 60])).toEqual([0, 1, 3]);
    expect(between(3, 3, 5)).toEqual([3]);
    expect(
      band(
        [
          [0, 0],
          [1, 1],
        ],
        [
          [0, 2],
          [1, 3],
        ],
      ),
    ).toBe('M0.0 0.0L1.0 1.0L1.0 3.0L0.0 2.0Z');
  });
});

describe('asking', () => {
  it('asks one question at a time and shows only the last answer', async () => {
    const asking = new Asking<string>(0);
    const asked: string[] = [];
    let release = () => {};
    asking.ask(
      () =>
        new Promise((told) => {
          asked.push('first');
          release = () => told('first');
        }),
    );
    await new Promise((told) => setTimeout(told, 5));
    asking.ask(async () => (asked.push('second'), 'second'));
    asking.ask(async () => (asked.push('third'), 'third'));
    expect(asking.busy).toBe(true);
    release();
    await new Promise((told) => setTimeout(told, 20));
    expect(asked).toEqual(['first', 'third']);
    expect([asking.told, asking.wrong, asking.busy]).toEqual(['third', '', false]);
  });
  it('keeps the last answer beside what was wrong with a question', async () => {
    const asking = new Asking<string>(0);
    asking.ask(async () => 'good');
    await new Promise((told) => setTimeout(told, 5));
    asking.ask(() => Promise.reject(new Error('no odds')));
    await new Promise((told) => setTimeout(told, 5));
    expect([asking.told, asking.wrong]).toEqual(['good', 'no odds']);
  });
});
