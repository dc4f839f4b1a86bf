// How a person likes to see the pages; kept in the browser.

type Theme = 'felt' | 'paper';
type Deck = '2' | '4';

const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

const keep = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value);
  } catch {
    // private windows keep nothing
  }
};

class Prefs {
  theme = $state<Theme>(read('theme') === 'paper' ? 'paper' : 'felt');
  deck = $state<Deck>(read('deck') === '4' ? '4' : '2');

  constructor() {
    this.show();
  }

  private show(): void {
    document.documentElement.dataset.theme = this.theme;
    document.documentElement.dataset.deck = this.deck;
  }

  toggleTheme(): void {
    this.theme = this.theme === 'paper' ? 'felt' : 'paper';
    keep('theme', this.theme);
    this.show();
  }

  toggleDeck(): void {
    this.deck = this.deck === '4' ? '2' : '4';
    keep('deck', this.deck);
    this.show();
  }
}

export const prefs = new Prefs();
