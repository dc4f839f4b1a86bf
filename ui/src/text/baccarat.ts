import * as english from './en/baccarat';
import { lookup } from './language.svelte';

export const { baccarat } = lookup(english);
