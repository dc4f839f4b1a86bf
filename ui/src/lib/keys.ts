// Which keys are a page's own.

/** Neither the browser's nor typed into a field, and no dialog lies over the page. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !(event.target as Element).closest?.('input, select, textarea') &&
  !document.querySelector('dialog[open]');
