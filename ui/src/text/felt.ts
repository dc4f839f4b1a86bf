import * as english from './en/felt';
import { lookup } from './language.svelte';

export const { felt } = lookup(english);
