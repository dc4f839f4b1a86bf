// The one way to every word: areas of text that follow the language spoken. A language is a folder
// beside this file: about.ts says what it is called, index.ts has the words of players' pages and is
// fetched when it is first spoken, more.ts those of other pages, house.json what the house says; the
// two follow when a page has been drawn, or needs them. Every page carries the rest of English with it.

/** A language is whole: what English has, it has too. */
export type Text = typeof import('./en');
/** Of a folder's words, in its about.ts: the type checker names what is missing. */
export type Whole<Words extends Text> = Words;
/** Its own name for itself, its tag in pages, and whose numbers and times it writes. */
export type About = { readonly own: string; readonly tag: string; readonly locale: string };

type Sentences = Readonly<Record<string, string>>;

const ENGLISH = 'en';
/** A page is drawn by then. */
const LATER_MS = 1500;
const KEPT = 'language';
const folder = (path: string): string => path.split('/')[1];
const byFolder = <T>(found: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).map(([path, one]) => [folder(path), one]));

export const languages = byFolder(import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' }));
const words = byFolder(import.meta.glob<Partial<Text>>(['./*/index.ts', '!./en/index.ts']));
const more = byFolder(import.meta.glob<Partial<Text>>('./*/more.ts'));
const catalogues = byFolder(import.meta.glob<Sentences>('./*/house.json', { import: 'default' }));

class Language {
  name = $state(ENGLISH);
  /** Null: English. An area that is not there yet is said in English. */
  text = $state.raw<Partial<Text> | null>(null);
  /** What the house says, by its codes; none while they are on their way. */
  sentences = $state.raw<Sentences | null>(null);
  private learning: Promise<void> | null = null;

  get locale(): string {
    return (languages[this.name] ?? languages[ENGLISH]).locale;
  }

  /** For what the house tells in languages. */
  get query(): { language?: string } {
    return this.name === ENGLISH ? {} : { language: this.name };
  }

  /** From now on; whatever is shown is said anew. */
  speak(name: string, text: Partial<Text> | null, sentences: Sentences | null = null): void {
    this.name = name;
    this.text = text;
    this.sentences = sentences;
    this.learning = sentences && Promise.resolve();
    document.documentElement.lang = languages[name]?.tag ?? name;
  }

  /** As somebody asks for it; this browser remembers. Where its words do not come, nothing changes. */
  async choose(name: string): Promise<void> {
    await this.change(name);
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      // private windows keep nothing
    }
  }

  /** Before anything is shown: what this browser remembers, or else the first of its own that we speak. */
  begin(): Promise<void> {
    setTimeout(() => void this.learn(), LATER_MS);
    addEventListener('storage', ({ key }) => key === KEPT && void this.follow(remembered()));
    return this.load(remembered() ?? guessed(navigator.languages)).catch(() => {});
  }

  /** All that the language has; asked for twice, it comes once. */
  learn(): Promise<void> {
    this.learning ??= this.fetchRest(this.name).catch(() => {
      this.learning = null;
    });
    return this.learning;
  }

  /** What another window of this browser has chosen. */
  private follow(name: string | null): Promise<void> {
    return name === null || name === this.name ? Promise.resolve() : this.change(name).catch(() => {});
  }

  /** All of it at once: no page is half in one language. */
  private async change(name: string): Promise<void> {
    const [first, sentences, others] = await Promise.all([firstWords(name), catalogues[name](), more[name]?.()]);
    this.speak(name, others ? { ...first, ...others } : first, sentences);
  }

  private async fetchRest(name: string): Promise<void> {
    const [sentences, others] = await Promise.all([catalogues[name]?.(), more[name]?.()]);
    if (this.name !== name) return;
    this.sentences = sentences ?? null;
    if (others) this.text = { ...this.text, ...others };
  }

  private async load(name: string): Promise<void> {
    this.speak(name, await firstWords(name));
  }
}

const firstWords = async (name: string): Promise<Partial<Text> | null> =>
  name === ENGLISH ? null : await words[name]();

function remembered(): string | null {
  try {
    const kept = localStorage.getItem(KEPT);
    return kept !== null && kept in languages ? kept : null;
  } catch {
    return null;
  }
}

/** By the part of a tag before its first dash: zh-SG asks for zh. */
export const guessed = (asked: readonly string[]): string =>
  asked.map((tag) => tag.split('-')[0].toLowerCase()).find((name) => name in languages) ?? ENGLISH;

export const language = new Language();

const following = (area: keyof Text, english: object): object =>
  new Proxy(english, { get: (_, word) => Reflect.get(language.text?.[area] ?? english, word) });

/** The areas of one file of words, each word read in the language spoken at that moment. */
export function lookup<Areas extends Partial<Text>>(english: Areas): Areas {
  const areas = Object.entries(english) as [keyof Text, object][];
  return Object.fromEntries(areas.map(([area, words]) => [area, following(area, words)])) as Areas;
}
