import * as english from './en/past';
import { lookup } from './language.svelte';

export const { past } = lookup(english);
