// A native popover, in the top layer, so that no panel cuts it: placed above what it belongs to.

const EDGE = 12;
const GAP = 10;

/** A Svelte action on the popover; `selector` finds what it belongs to among its elders. */
export function aboveOf(node: HTMLElement, selector: string) {
  const place = () => {
    if (!node.matches(':popover-open')) return;
    const anchor = node.parentElement?.querySelector(selector)?.getBoundingClientRect();
    if (!anchor) return;
    const own = node.getBoundingClientRect();
    const left = Math.min(Math.max(EDGE, anchor.left), innerWidth - own.width - EDGE);
    const above = anchor.top - own.height - GAP;
    node.style.left = `${Math.max(EDGE, left)}px`;
    node.style.top = `${Math.max(EDGE, above > EDGE ? above : Math.min(anchor.bottom + GAP, innerHeight - own.height - EDGE))}px`;
  };
  node.addEventListener('toggle', place);
  addEventListener('resize', place);
  return {
    destroy: () => {
      node.removeEventListener('toggle', place);
      removeEventListener('resize', place);
    },
  };
}
