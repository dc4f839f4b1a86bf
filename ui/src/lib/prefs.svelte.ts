// How a person likes to see and hear the pages; kept in the browser.

import { recalled, remember } from './browser';

type Theme = 'felt' | 'paper';
type Deck = '2' | '4';
type Print = 'normal' | 'large';
type Hand = 'right' | 'left';

class Prefs {
  theme = $state<Theme>(recalled('theme') === 'paper' ? 'paper' : 'felt');
  deck = $state<Deck>(recalled('deck') === '4' ? '4' : '2');
  print = $state<Print>(recalled('print') === 'large' ? 'large' : 'normal');
  hand = $state<Hand>(recalled('hand') === 'left' ? 'left' : 'right');
  /** Off until asked for. */
  sound = $state(recalled('sound') === 'on');

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
    remember(key, value);
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
