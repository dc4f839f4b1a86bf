import { area } from './language.svelte';

const refused = area('refused');

/** What was asked for in vain, in words: an operation of the house, or a command at a table. */
export function askedFor(asked: string): string {
  const [method, path = ''] = asked.split(' ');
  for (const [operation, says] of Object.entries(refused.operations)) {
    const [theirs, pattern] = operation.split(' ');
    const found = method === theirs && new RegExp(`^${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
    if (found) return says(found.slice(1).find((one) => !one.startsWith('{')) ?? refused.somebody);
  }
  return path ? refused.other(path.replace('/api/', '')) : asked.replaceAll('-', ' ');
}
