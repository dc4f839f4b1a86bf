import part from './events.json?others';
import type { Text } from '../language.svelte';

export const { events } = part as unknown as Pick<Text, 'events'>;
