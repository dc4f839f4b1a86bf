import * as english from './en/learn';
import { lookup } from './language.svelte';

export const { learn } = lookup(english);
