// @vitest-environment happy-dom
import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { terms } from '../../lib/terms.svelte';
import type { HouseTerms, ShiftReport } from '../../wire';
import Groups from './Groups.svelte';

const HERE = process.env.TZ;
afterEach(() => (process.env.TZ = HERE));

test.each(['America/Los_Angeles', 'Pacific/Auckland'])('a gaming day has its date also in a browser in %s', (zone) => {
  process.env.TZ = zone;
  terms.learn({ locale: 'en-SG', time_zone: 'Asia/Singapore', gaming_day: '06:00' } as HouseTerms);
  const one = { name: '2026-11-16', rounds: 1, drop: null, table_drop: null, z: null, outside: '' };
  const amounts = {
    handle: '0',
    win: '0',
    hold: null,
    theoretical_win: null,
    theoretical_hold: null,
    table_hold: null,
  };
  const found = {
    groups: [{ ...one, ...amounts }],
    total: { ...one, ...amounts },
    tables: [],
    compared: null,
    heading: { made: 0, by: 'm1' },
  } as unknown as ShiftReport;
  const table = mount(Groups, { target: document.body, props: { found, by: 'day', total: false } });
  expect(document.querySelector('tbody th')?.textContent).toContain('16 November 2026');
  void unmount(table);
});
