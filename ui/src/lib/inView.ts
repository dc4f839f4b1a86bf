// What is brought into view by itself, where there is little room.

import type { Attachment } from 'svelte/attachments';

/** On a small screen what was chosen stands under the list. */
export function broughtIntoView(element: HTMLElement): void {
  if (matchMedia('(max-width: 1100px)').matches) setTimeout(() => element.scrollIntoView({ block: 'start' }));
}

/** Of links in a line that scrolls, the one of this page; again when another becomes it. */
export const currentInView = (current: unknown): Attachment<HTMLElement> => {
  void current;
  return (links) => links.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
};
