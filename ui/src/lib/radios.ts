// A group of buttons of which one is chosen.

const BY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** A Svelte attachment: arrows choose the next one, as in a browser's own group, and round the ends. */
export function radios(group: HTMLElement): () => void {
  const keys = (event: KeyboardEvent) => {
    const all = [...group.querySelectorAll<HTMLButtonElement>('[role="radio"]')].filter((one) => !one.disabled);
    const [at, by] = [all.indexOf(event.target as HTMLButtonElement), BY[event.key]];
    if (at < 0 || !by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(at + by + all.length) % all.length];
    next.focus();
    next.click();
  };
  group.addEventListener('keydown', keys);
  return () => group.removeEventListener('keydown', keys);
}
