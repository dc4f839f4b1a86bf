import * as english from './en/lobby';
import { lookup } from './language.svelte';

export const { lobby } = lookup(english);
