import type { About } from '../language.svelte';

export const about: About = { own: 'EN', tag: 'en', locale: 'en-SG' };
