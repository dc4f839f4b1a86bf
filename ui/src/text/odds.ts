import * as english from './en/odds';
import { lookup } from './language.svelte';

export const { odds } = lookup(english);
