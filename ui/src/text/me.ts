import * as english from './en/me';
import { lookup } from './language.svelte';

export const { me } = lookup(english);
