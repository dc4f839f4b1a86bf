import type { About, Whole } from '../language.svelte';

export const about: About = { own: '中文', tag: 'zh-Hans', locale: 'zh-Hans-SG' };

export type Chinese = Whole<typeof import('.')>;
