// What the house says begins small and has no full stop; on a page it is a sentence.

import { common } from './common';

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function sentence(says: string): string {
  const text = says.trim();
  return text && common.ended(capital(text));
}
