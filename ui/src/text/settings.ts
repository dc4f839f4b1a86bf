import * as english from './en/settings';
import { lookup } from './language.svelte';

export const { settings, large, kiosk } = lookup(english);
