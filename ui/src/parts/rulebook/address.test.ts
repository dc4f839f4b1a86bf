import { describe, expect, it } from 'vitest';
import { across, address, lookAt, NOWHERE } from './address';

describe('address', () => {
  it('says the same after a visit', () => {
    const to = '/rules/baccarat/5.3.1?q=void+round&within=baccarat&how=code';
    const look = lookAt('baccarat', '5.3.1', new URLSearchParams(to.split('?')[1]));
    expect(address(look)).toBe(to);
    expect(across(look)).toBe(true);
  });
  it('leaves out what is not asked', () => {
    expect(address(NOWHERE)).toBe('/rules');
    expect(address({ ...NOWHERE, clause: '1.1' })).toBe('/rules');
    expect(address({ ...NOWHERE, game: 'baccarat', q: ' ' })).toBe('/rules/baccarat?q=+');
    expect(across({ ...NOWHERE, q: ' ' })).toBe(false);
  });
});
