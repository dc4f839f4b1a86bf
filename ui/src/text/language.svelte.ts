// The one way to every word: areas of text that follow the language spoken. A language is a folder
// beside this file: about.ts says what it is called, index.ts has its words and is fetched when it
// is first spoken. Every page carries English with it.

/** A language is whole: what English has, it has too. */
export type Text = typeof import('./en');
/** Of a folder's words, in its about.ts: the type checker names what is missing. */
export type Whole<Words extends Text> = Words;
/** Its own name for itself, its tag in pages, and whose numbers and times it writes. */
export type About = { readonly own: string; readonly tag: string; readonly locale: string };

const ENGLISH = 'en';
const KEPT = 'language';
const folder = (path: string): string => path.split('/')[1];
const byFolder = <T>(found: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(found).map(([path, one]) => [folder(path), one]));

export const languages = byFolder(import.meta.glob<About>('./*/about.ts', { eager: true, import: 'about' }));
const words = byFolder(import.meta.glob<Text>(['./*/index.ts', '!./en/index.ts']));

class Language {
  name = $state(ENGLISH);
  /** Null: English. */
  text = $state.raw<Text | null>(null);

  get locale(): string {
    return (languages[this.name] ?? languages[ENGLISH]).locale;
  }

  /** From now on; whatever is shown is said anew. */
  speak(name: string, text: Text | null): void {
    this.name = name;
    this.text = text;
    document.documentElement.lang = languages[name]?.tag ?? name;
  }

  /** As somebody asks for it; this browser remembers. Where its words do not come, nothing changes. */
  async choose(name: string): Promise<void> {
    await this.load(name);
    try {
      localStorage.setItem(KEPT, name);
    } catch {
      // private windows keep nothing
    }
  }

  /** Before anything is shown: what this browser remembers, or else the first of its own that we speak. */
  begin(): Promise<void> {
    return this.load(remembered() ?? guessed(navigator.languages)).catch(() => {});
  }

  private async load(name: string): Promise<void> {
    this.speak(name, name === ENGLISH ? null : await words[name]());
  }
}

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
