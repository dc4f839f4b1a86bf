import part from './events.json?players';
import type { Text } from '../language.svelte';

export const listing = part as unknown as Text['listing'];
