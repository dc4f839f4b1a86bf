/** On a small screen what was chosen stands under the list: it is brought into view. */
export function broughtIntoView(element: HTMLElement): void {
  if (matchMedia('(max-width: 1100px)').matches) setTimeout(() => element.scrollIntoView({ block: 'start' }));
}
