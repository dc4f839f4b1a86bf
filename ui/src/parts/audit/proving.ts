// One entry of the journal proved in the browser: its hash, its path to the root, who signed that root.

import { api } from '../../lib/api';
import { canHash } from '../../lib/fairness';
import { entryHash, hex, isSigned, offline, rootOf, witnessesOf, type Entry, type Signed } from '../../lib/notes';

export type Proved = {
  readonly hash: string;
  readonly agrees: boolean | null;
  readonly path: number;
  readonly leads: boolean;
  readonly size: number;
  readonly root: string;
  /** None where this browser has no Ed25519. */
  readonly signed: boolean | null;
  readonly witnesses: readonly Signed[];
};

const EVENT = '"event":';
const POSTINGS = ',"postings":[';

type Line = Omit<Entry, 'body'> & { readonly hash: string; readonly withheld: string | null };

/** The hash of an entry worked out from its line as it was sent; none for one whose event is withheld. */
export async function hashOf(sent: string): Promise<string | null> {
  const [line] = JSON.parse(sent) as Line[];
  if (line.withheld) return null;
  const body = sent.slice(sent.indexOf(EVENT) + EVENT.length, sent.lastIndexOf(POSTINGS));
  return entryHash({ ...line, body });
}

/** None while no checkpoint covers it, or where a browser cannot hash. */
export async function proved(position: number): Promise<Proved | null> {
  if (!canHash()) return null;
  const covered = Number((await api('GET /api/log/checkpoint')).split('\n')[1]);
  if (!(position <= covered)) return null;
  const sent = await fetch(`/api/journal?after=${position - 1}&limit=1`).then((answer) => answer.text());
  const [line] = JSON.parse(sent) as Line[];
  const proof = offline(await api('GET /api/log/proof', { query: { position } }));
  const keys = await api('GET /api/log/keys');
  const computed = await hashOf(sent);
  return {
    hash: line.hash,
    agrees: computed === null ? null : computed === line.hash,
    path: proof.hashes.length,
    leads: (await rootOf(line.hash, proof)) === hex(proof.root),
    size: proof.size,
    root: hex(proof.root),
    signed: await isSigned(proof.note, keys.verifier).catch(() => null),
    witnesses: witnessesOf(proof.note),
  };
}
