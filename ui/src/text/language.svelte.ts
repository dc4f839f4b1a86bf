// The one way to every word: areas of text that follow the language spoken. A language is a folder
// beside this file: about.ts says what it is called, first.ts has the words that a terminal is drawn
// with, pages.ts those of players' other pages, more.ts all others, house.json what the house says.
// Only the language spoken is fetched, and of it what a page needs; index.ts, the whole, is for types.

import { untrack } from 'svelte';
import { recalled, remember } from '../lib/browser';
import { terms } from '../lib/terms.svelte';

/** A language is whole: what English has, it has too. */
export type Text = typeof import('./en');
/** Of a folder's words, in its about.ts: the type checker names what is missing. */
export type Whole<Words extends Text> = Words;
/** Its own name for itself, its tag in pages, and whose numbers and times it writes. */
export type About = { readonly own: string; readonly tag: string; readonly locale: string };

type Sentences = Readonly<Record<string, string>>;

const ENGLISH = 'en';
const KEPT = 'language';
const folder = (path: string): string => path.split('/')[1];
const byFolder = <T>(found: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).map(([path, one]) => [folder(path), one]));

export const languages = byFolder(import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' }));
const first = byFolder(import.meta.glob<Partial<Text>>('./*/first.ts'));
const pages = byFolder(import.meta.glob<Partial<Text>>('./*/pages.ts'));
const more = byFolder(import.meta.glob<Partial<Text>>('./*/more.ts'));
/** The sentences of the house that players hear, and those for staff alone: vite.config.ts parts them. */
const heard = byFolder(import.meta.glob<Sentences>('./*/house.json', { query: '?players', import: 'default' }));
const others = byFolder(import.meta.glob<Sentences>('./*/house.json', { query: '?others', import: 'default' }));

/** How much of a language is there; each has what stands before it. */
type Part = 'first' | 'pages' | 'all';
const PARTS: readonly Part[] = ['first', 'pages', 'all'];
type Learnt = { readonly words: Partial<Text>; readonly sentences: Sentences };

async function fetched(name: string, part: Part): Promise<Learnt> {
  const upTo = PARTS.indexOf(part) + 1;
  const words = [first, pages, more].slice(0, upTo).map((one) => one[name]());
  const sentences = [heard, ...(part === 'all' ? [others] : [])].map((one) => one[name]());
  return {
    words: Object.assign({}, ...(await Promise.all(words))),
    sentences: Object.assign({}, ...(await Promise.all(sentences))),
  };
}

class Language {
  name = $state(ENGLISH);
  text = $state.raw<Partial<Text>>({});
  /** What the house says, by its codes. */
  sentences = $state.raw<Sentences>({});
  /** Its words did not come: what the house says is shown as the house wrote it. */
  failed = $state(false);
  /** All that it has is there. */
  private whole = $state(false);
  private part: Part = 'first';
  private learning: Promise<void> = Promise.resolve();

  /** The house's, where that is of this language. */
  get locale(): string {
    const own = (languages[this.name] ?? languages[ENGLISH]).locale;
    return terms.locale.split('-')[0] === this.name ? terms.locale : own;
  }

  /** For what the house tells in languages. */
  get query(): { language?: string } {
    return this.name === ENGLISH ? {} : { language: this.name };
  }

  /** From now on; whatever is shown is said anew. */
  speak(name: string, words: Partial<Text>, sentences: Sentences = {}): void {
    this.name = name;
    this.text = words;
    this.sentences = sentences;
    document.documentElement.lang = languages[name]?.tag ?? name;
  }

  /** As somebody asks for it; this browser remembers. Where its words do not come, nothing changes. */
  async choose(name: string): Promise<void> {
    await this.load(name);
    remember(KEPT, name);
  }

  /** Before anything is shown: what this browser remembers, or else the first of its own that we speak. */
  begin(): Promise<void> {
    addEventListener('storage', ({ key }) => key === KEPT && void this.follow(remembered()));
    return this.load(remembered() ?? guessed(navigator.languages)).catch(() => this.load(ENGLISH));
  }

  /** All that the language has, or what players' pages need; asked for twice, it comes once. */
  learn(part: Part = 'all'): Promise<void> {
    if (PARTS.indexOf(part) <= PARTS.indexOf(this.part)) return this.learning;
    const [name, before] = [untrack(() => this.name), this.part]; // what awaits it is not made anew
    this.part = part;
    this.learning = fetched(name, part).then(
      (found) => {
        if (this.name !== name) return;
        this.text = { ...this.text, ...found.words };
        this.sentences = { ...this.sentences, ...found.sentences };
        this.failed = false;
        this.whole = part === 'all';
      },
      () => {
        this.part = before;
        this.failed = true;
      },
    );
    return this.learning;
  }

  /** Whether a sentence that is not there may still come. */
  get more(): boolean {
    return this.name !== ENGLISH && !this.failed && !this.whole;
  }

  /** What is fetched late, with its words. */
  async with<Late>(late: Promise<Late>, part: Part = 'all'): Promise<Late> {
    await this.learn(part);
    return late;
  }

  /** What another window of this browser has chosen. */
  private follow(name: string | null): Promise<void> {
    return name === null || name === this.name ? Promise.resolve() : this.load(name).catch(() => {});
  }

  /** With as much of it as is shown, which may become more meanwhile. */
  private async load(name: string): Promise<void> {
    const part = this.part;
    const { words, sentences } = await fetched(name, part);
    if (part !== this.part) await this.load(name);
    else {
      this.speak(name, words, sentences);
      this.whole = part === 'all';
      this.failed = false;
    }
  }
}

function remembered(): string | null {
  const kept = recalled(KEPT);
  return kept !== null && kept in languages ? kept : null;
}

/** By the part of a tag before its first dash: zh-SG asks for zh. */
export const guessed = (asked: readonly string[]): string =>
  asked.map((tag) => tag.split('-')[0].toLowerCase()).find((name) => name in languages) ?? ENGLISH;

export const language = new Language();

/** An area whose words are read in the language spoken at that moment. */
export const area = <Name extends keyof Text>(name: Name): Text[Name] =>
  new Proxy({}, { get: (_, word) => Reflect.get(language.text[name] ?? {}, word) }) as Text[Name];
