// What is asked of the house by a button of staff: once at a time, with a word on what came of it.

import { toasts } from './toasts.svelte';

const underWay = new Set<string>();

/**
 * Sends a request and says what came of it, in its own words if it has some, and whether it was done. While one is
 * under way, and what follows from it is read, another of the same title is not sent.
 */
export async function did(
  title: string,
  work: () => Promise<unknown>,
  then: () => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  if (underWay.has(title)) return false;
  underWay.add(title);
  try {
    const told = await work();
    toasts.say('good', typeof told === 'string' ? told : title);
    await then();
    return true;
  } catch (error) {
    toasts.say('refused', title, (error as Error).message);
    return false;
  } finally {
    underWay.delete(title);
  }
}
