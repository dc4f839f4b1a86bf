// Tests speak English from the start, as a page does once its words are there. Files of tests share a
// process, which is started for all of them once; what each has learnt, stubbed and drawn is its own.

import { vi } from 'vitest';

vi.resetModules();
vi.useRealTimers();
vi.unstubAllGlobals();
vi.restoreAllMocks();
if ('document' in globalThis) document.body.replaceChildren();
const [english, { default: sentences }, { language }] = await Promise.all([
  import('./en'),
  import('./en/house.json'),
  import('./language.svelte'),
]);

language.text = english;
language.sentences = sentences;
