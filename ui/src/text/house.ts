import * as english from './en/house';
import { lookup } from './language.svelte';

export const { house } = lookup(english);
