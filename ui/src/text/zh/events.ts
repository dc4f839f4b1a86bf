import said from './events.json';
import type { Text } from '../language.svelte';

export const events: Text['events'] = said;
