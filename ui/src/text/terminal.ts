import * as english from './en/terminal';
import { lookup } from './language.svelte';

export const { terminal } = lookup(english);
