// Where the visitor is. Links are plain links; a click on one of ours does not load the page anew.

class Router {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));
  /** The one address that there is at a kiosk; null: all. */
  only: string | null = null;
  onblocked: () => void = () => {};

  constructor() {
    addEventListener('popstate', () => this.look());
    document.addEventListener('click', (event) => {
      const link = (event.target as Element).closest?.('a[href^="/"]');
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
      if (link && this.only) {
        event.preventDefault();
        return;
      }
      if (!link || !plain || link.hasAttribute('target') || link.hasAttribute('download')) return;
      event.preventDefault();
      this.go(link.getAttribute('href') ?? '/');
    });
  }

  private look(): void {
    if (this.only && location.pathname !== this.only) history.replaceState(null, '', this.only);
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }

  go(to: string, replace = false): void {
    if (this.only && to !== this.only) {
      this.onblocked();
      return;
    }
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.look();
    scrollTo(0, 0);
  }
}

export const router = new Router();
