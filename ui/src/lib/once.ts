/** The first asker asks the house; a refusal is forgotten, so that one can try again. */
export function once<T>(kept: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  let found = kept.get(key);
  if (!found) {
    found = ask();
    found.catch(() => kept.delete(key));
    kept.set(key, found);
  }
  return found;
}
