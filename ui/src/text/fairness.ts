import * as english from './en/fairness';
import { lookup } from './language.svelte';

export const { fairness } = lookup(english);
