// What lies above the page, the topmost last: Escape closes one at a time.

type Layer = { readonly root: Element; readonly close: () => void };
const layers: Layer[] = [];

/** A dialog that was opened over the topmost layer comes first; it closes itself. */
const isCovered = ({ root }: Layer): boolean => {
  const dialogs = [...document.querySelectorAll('dialog[open]')];
  return dialogs.some((one) => !one.contains(root));
};

function pressed(event: KeyboardEvent): void {
  const top = layers.at(-1);
  if (event.key !== 'Escape' || !top || isCovered(top)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  top.close();
}

/** From now on this is the topmost; call what it gives back when it is closed. */
export function layer(root: Element, close: () => void): () => void {
  const added = { root, close };
  if (!layers.length) window.addEventListener('keydown', pressed, true);
  layers.push(added);
  return () => {
    const at = layers.indexOf(added);
    if (at >= 0) layers.splice(at, 1);
    if (!layers.length) window.removeEventListener('keydown', pressed, true);
  };
}
