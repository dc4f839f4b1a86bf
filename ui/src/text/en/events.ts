// What the house says of events; the sentences are written by `python -m tools.words`.

import said from './events.json';

export const events = said;
