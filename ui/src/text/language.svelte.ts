// The one way to every word: areas of text that follow the language spoken.

/** A language is whole: what English has, it has too. */
export type Text = typeof import('./en');

class Language {
  name = $state('en');
  /** Null: English, which every page carries with it. */
  text = $state.raw<Text | null>(null);

  /** From now on; whatever is shown is said anew. */
  speak(name: string, text: Text | null): void {
    this.name = name;
    this.text = text;
    document.documentElement.lang = name;
  }
}

export const language = new Language();

const following = (area: keyof Text, english: object): object =>
  new Proxy(english, { get: (_, word) => Reflect.get(language.text?.[area] ?? english, word) });

/** The areas of one file of words, each word read in the language spoken at that moment. */
export function lookup<Areas extends Partial<Text>>(english: Areas): Areas {
  const areas = Object.entries(english) as [keyof Text, object][];
  return Object.fromEntries(areas.map(([area, words]) => [area, following(area, words)])) as Areas;
}
