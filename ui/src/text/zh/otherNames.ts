import known from './names.json?others';
import type { Text } from '../language.svelte';

export const otherNames: Text['otherNames'] = { named: (name) => known[name] ?? name };
