// How a person likes to see and hear the pages; kept in the browser.

type Theme = 'felt' | 'paper';
type Deck = '2' | '4';
type Print = 'normal' | 'large';
type Hand = 'right' | 'left';

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
  print = $state<Print>(read('print') === 'large' ? 'large' : 'normal');
  hand = $state<Hand>(read('hand') === 'left' ? 'left' : 'right');
  /** Off until asked for. */
  sound = $state(read('sound') === 'on');

  /** Whether the panel of settings is open. */
  showing = $state(false);

  constructor() {
    this.show();
  }

  private show(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    dataset.deck = this.deck;
    dataset.print = this.print;
    dataset.hand = this.hand;
  }

  private set(key: string, value: string): void {
    keep(key, value);
    this.show();
  }

  toggleTheme(): void {
    this.theme = this.theme === 'paper' ? 'felt' : 'paper';
    this.set('theme', this.theme);
  }

  toggleDeck(): void {
    this.deck = this.deck === '4' ? '2' : '4';
    this.set('deck', this.deck);
  }

  togglePrint(): void {
    this.print = this.print === 'large' ? 'normal' : 'large';
    this.set('print', this.print);
  }

  toggleHand(): void {
    this.hand = this.hand === 'left' ? 'right' : 'left';
    this.set('hand', this.hand);
  }

  toggleSound(): void {
    this.sound = !this.sound;
    this.set('sound', this.sound ? 'on' : 'off');
  }
}

export const prefs = new Prefs();
