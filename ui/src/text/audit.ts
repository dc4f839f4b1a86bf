import * as english from './en/audit';
import { lookup } from './language.svelte';

export const { audit } = lookup(english);
