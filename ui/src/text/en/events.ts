// What the house says of each event; the sentences are written by `python -m tools.words`.
import type * as whole from './events.json';
import part from './events.json?others';

export const { events } = part as unknown as Pick<typeof whole, 'events'>;
