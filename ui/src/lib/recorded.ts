// That a shoe, and a round of one's own, stand in the house's log: worked out in the browser.

import type { LogKeys, Receipt, ShoeRecord } from '../wire';
import type { Finding } from './fairness';
import { entryHash, hex, isSigned, offline, rootOf, witnessesOf } from './notes';

type Fault = Extract<Finding, { what: 'log' }>['why'];

export type Recorded = {
  readonly size: number;
  readonly root: string;
  /** None where this browser has no Ed25519, or an earlier key signed it. */
  readonly signed: boolean | null;
  readonly witnesses: number;
  /** Of one's own round, those that lead to the root. */
  readonly entries: readonly number[];
  readonly findings: readonly Finding[];
};

const signedBy = async (note: string, keys: LogKeys): Promise<boolean | null> => {
  const holds = await isSigned(note, keys.verifier).catch(() => null);
  return holds === false && keys.rotations.length ? null : holds;
};

async function wrongEntry(one: Receipt['entries'][number]): Promise<Fault | null> {
  const proof = offline(one.proof);
  if (proof.index !== one.position - 1 || (await rootOf(one.hash, proof)) !== hex(proof.root)) return 'path';
  const { stream, version, at, body, postings, previous, nonce } = one;
  if (stream === null || version === null || at === null || body === null || previous === null) return null;
  return (await entryHash({ stream, version, at, body, postings, previous, nonce })) === one.hash ? null : 'hash';
}

/** Under the checkpoint that covers the shoe, or else one's own round; none while there is neither. */
export async function recorded(record: ShoeRecord, receipt: Receipt | null, keys: LogKeys): Promise<Recorded | null> {
  const entries = receipt?.entries ?? [];
  const note = record.checkpoint || (entries.length ? offline(entries[entries.length - 1].proof).note : '');
  if (!note || !record.shoe.revealed) return null;
  const [, size, root] = note.split('\n');
  const faults = new Set<Fault>();
  if (record.checkpoint && Number(size) < record.shoe.revealed.position) faults.add('covers');
  const notes = new Set([note, ...entries.map((one) => offline(one.proof).note)]);
  let signed: boolean | null = true;
  for (const one of notes) {
    const holds = await signedBy(one, keys);
    if (holds === false) faults.add('signature');
    if (holds !== true) signed = signed === false ? false : holds;
  }
  for (const one of entries) {
    const wrong = await wrongEntry(one);
    if (wrong) faults.add(wrong);
  }
  return {
    size: Number(size),
    root,
    signed,
    witnesses: witnessesOf(note).length,
    entries: entries.map((one) => one.position),
    findings: [...faults].map((why) => ({ what: 'log', why })),
  };
}
