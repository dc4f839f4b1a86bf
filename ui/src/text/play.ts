import * as english from './en/play';
import { lookup } from './language.svelte';

export const { play } = lookup(english);
