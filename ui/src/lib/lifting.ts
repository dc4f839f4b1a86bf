// Taking a chip off a spot by hand: hold it, or carry it away and let go.

const HOLD_MS = 500;
const AWAY_PX = 24;

export type Lift = { readonly may: () => boolean; readonly take: () => void };

const isOn = (node: Element, event: PointerEvent): boolean => {
  const box = node.getBoundingClientRect();
  return (
    event.clientX > box.left - AWAY_PX &&
    event.clientX < box.right + AWAY_PX &&
    event.clientY > box.top - AWAY_PX &&
    event.clientY < box.bottom + AWAY_PX
  );
};

/** A Svelte action; what was held or carried is not a tap. */
export function lifting(node: HTMLElement, lift: Lift) {
  let current = lift;
  let from: { x: number; y: number } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let taken = false;

  const end = () => {
    clearTimeout(timer);
    from = null;
    node.classList.remove('lifted');
    node.style.removeProperty('--lift-x');
    node.style.removeProperty('--lift-y');
  };
  const take = () => {
    end();
    taken = true;
    current.take();
  };
  const down = (event: PointerEvent) => {
    taken = false;
    if (event.button !== 0 || !current.may()) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(take, HOLD_MS);
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    if (Math.hypot(x, y) < 8) return;
    clearTimeout(timer);
    node.classList.add('lifted');
    node.style.setProperty('--lift-x', `${x}px`);
    node.style.setProperty('--lift-y', `${y}px`);
  };
  const up = (event: PointerEvent) => {
    if (!from) return;
    if (isOn(node, event)) end();
    else take();
  };
  const click = (event: MouseEvent) => {
    if (!taken) return;
    taken = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  node.addEventListener('pointerdown', down);
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', end);
  node.addEventListener('click', click, true);
  return {
    update: (next: Lift) => (current = next),
    destroy: () => {
      end();
      node.removeEventListener('pointerdown', down);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', end);
      node.removeEventListener('click', click, true);
    },
  };
}
