import * as english from './en/rulebook';
import { lookup } from './language.svelte';

export const { rulebook } = lookup(english);
