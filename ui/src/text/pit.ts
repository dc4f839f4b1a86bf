import * as english from './en/pit';
import { lookup } from './language.svelte';

export const { pit } = lookup(english);
