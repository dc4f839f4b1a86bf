// What every dialog over the page has in common.

import { toasts } from './toasts.svelte';

/** A Svelte attachment: messages stand above it, and whoever was at work before it is so again after it. */
export function modal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement;
  dialog.showModal();
  const leave = toasts.above(dialog);
  return () => {
    leave();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
}
