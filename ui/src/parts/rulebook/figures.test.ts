import { describe, expect, it } from 'vitest';
import { each, fraction, percent, sign } from './figures';

describe('figures', () => {
  it('writes a chance in percent, rounded and never cut', () => {
    expect(percent('791848/12724075')).toBe('6.2232');
    expect(percent('1/3')).toBe('33.3333');
    expect(percent('2/3')).toBe('66.6667');
    expect(percent('1')).toBe('100.0000');
    expect(percent('0')).toBe('0.0000');
    expect(percent('9/25448150')).toBe('< 0.0001');
    expect(percent('0.033729809436')).toBe('3.3730');
    expect(percent('-0.0125')).toBe('\u22121.2500');
  });
  it('keeps every digit of a fraction', () => {
    expect(fraction('8712962041376/19524993263685')).toBe('8,712,962,041,376 / 19,524,993,263,685');
    expect(fraction('0')).toBe('0');
  });
  it('says what a line pays a unit', () => {
    expect(each('154261/14541800', '154261/101792600')).toBe('7');
    expect(each('1/8', '1/4')).toBe('1/2');
    expect(each('1/3', '1/7')).toBe('2.33');
    expect(each('0', '0')).toBe('0');
  });
  it('knows a win from a loss', () => {
    expect(['1/2', '-3/4', '0'].map(sign)).toEqual([1, -1, 0]);
  });
});
