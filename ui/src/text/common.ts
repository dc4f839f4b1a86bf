import * as english from './en/common';
import { lookup } from './language.svelte';

export const { common } = lookup(english);
