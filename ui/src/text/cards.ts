import * as english from './en/cards';
import { lookup } from './language.svelte';

export const { cards } = lookup(english);
