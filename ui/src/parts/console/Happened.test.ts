// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { Known } from '../../wire';
import Happened from './Happened.svelte';

test('an irregularity without words of its own is shown in words and reported by its code', () => {
  const onpick = vi.fn();
  const known = ['misdealt', 'of-a-later-house'].map((name) => ({ name, covered: true }) as Known);
  const shown = mount(Happened, { target: document.body, props: { known, onpick } });
  flushSync();
  const choices = [...document.querySelectorAll('button')];
  expect(choices.map((one) => one.querySelector('b')?.textContent)).toEqual(['A misdeal', 'of a later house']);
  choices[1].click();
  expect(onpick).toHaveBeenCalledExactlyOnceWith('of-a-later-house');
  unmount(shown);
});
