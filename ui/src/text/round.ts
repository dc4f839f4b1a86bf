import * as english from './en/round';
import { lookup } from './language.svelte';

export const { round, thirdCard } = lookup(english);
