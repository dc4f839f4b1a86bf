// Which modules are sent together: a page of many small files takes longer to come than one of a few.

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

type Known = { readonly getModuleInfo: (id: string) => { readonly importedIds: readonly string[] } | null };
const source = (path: string): string => resolve(import.meta.dirname, 'src', path);

function within(known: Known, start: readonly string[]): Set<string> {
  const found = new Set<string>();
  const look = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    known.getModuleInfo(id)?.importedIds.forEach(look);
  };
  start.map(source).forEach(look);
  return found;
}

type Together = Readonly<Record<'core' | 'shared' | 'table', Set<string>>>;

function together(known: Known): Together {
  const core = within(known, ['main.ts']);
  const [terminal, boxes, baccarat] = ['pages/Terminal', 'parts/terminal/BoxGame', 'parts/terminal/Baccarat'].map(
    (path) => within(known, [`${path}.svelte`]),
  );
  const others = readdirSync(source('pages')).filter((name) => !/^(Terminal|Kiosk)\./.test(name));
  const elsewhere = within(
    known,
    others.map((name) => `pages/${name}`),
  );
  const table = [...terminal, ...[...boxes].filter((id) => baccarat.has(id))].filter((id) => !core.has(id));
  return {
    core,
    shared: new Set(table.filter((id) => elsewhere.has(id))),
    table: new Set(table.filter((id) => !elsewhere.has(id))),
  };
}

let found: Together | null = null;

/** Of each module that a terminal is drawn with: with every page, with some other pages, or with terminals alone. */
export function chunkOf(id: string, known: Known): string | null {
  found ??= together(known);
  if (id.endsWith('.css') && !id.includes('?')) return null; // styles of a whole page stay with that page
  const [name] = Object.entries(found).find(([, ids]) => ids.has(id)) ?? [null];
  return id === source('main.ts') || id === source('pages/Terminal.svelte') ? null : name;
}
