// What this browser remembers from page to page. A private window keeps nothing: each thing then lasts
// as long as the page.

export function recalled(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it does not
  }
}
