import { area } from './language.svelte';

const refused = area('refused');
const SIGN_IN = 'sign-in as ';
const SOMEBODY = 'somebody';

/** Who asked; of whom the house knows nothing is somebody. */
export const whoAsked = (by: string): string => (by === SOMEBODY ? refused.somebody : by);

/** What was asked for in vain, in words: an operation of the house, or a command at a table. */
export function askedFor(asked: string): string {
  if (asked.startsWith(SIGN_IN)) return refused.signIn(asked.slice(SIGN_IN.length));
  const [method, path = ''] = asked.split(' ');
  for (const [operation, says] of Object.entries(refused.operations)) {
    const [theirs, pattern] = operation.split(' ');
    const found = method === theirs && new RegExp(`^${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (found) return says(found.slice(1).find((one) => !one.startsWith('{')) ?? refused.somebody);
  }
  return path ? refused.other(path.replace('/api/', '')) : asked.replaceAll('-', ' ');
}
