import * as english from './en/board';
import { lookup } from './language.svelte';

export const { board } = lookup(english);
