import * as english from './en/events';
import { lookup } from './language.svelte';

export const { events } = lookup(english);
