// Signed notes as the log has them: who signed a checkpoint, and when a witness did.

export type Signed = { readonly name: string; /** Of a witness, in milliseconds. */ readonly at: number | null };

const ID = 4;
const STAMP = 8;
const NOTE = 64;

/** Of a note's lines `— name base64`: the house's own signature has no time in it, a witness's has. */
export function signaturesOf(note: string): readonly Signed[] {
  return [...note.matchAll(/^— (\S+) ([A-Za-z0-9+/=]+)$/gm)].map(([, name, code]) => {
    const blob = Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0)).subarray(ID);
    if (blob.length !== STAMP + NOTE) return { name, at: null };
    const seconds = new DataView(blob.buffer, blob.byteOffset, STAMP).getBigUint64(0);
    return { name, at: Number(seconds) * 1000 };
  });
}

export const witnessesOf = (note: string): readonly Signed[] => signaturesOf(note).filter((one) => one.at !== null);

export type Offline = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly note: string;
  readonly size: number;
  readonly root: Uint8Array;
};

export const bytes = (code: string): Uint8Array => Uint8Array.from(atob(code), (letter) => letter.charCodeAt(0));
export const hex = (data: Uint8Array): string => [...data].map((one) => one.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/** A proof as `GET /api/log/proof` gives it. */
export function offline(written: string): Offline {
  const cut = written.indexOf('\n\n');
  const lines = written.slice(0, cut).split('\n');
  const note = written.slice(cut + 2);
  const [, size, root] = note.split('\n');
  const from = lines.findIndex((line) => line.startsWith('index '));
  return {
    index: Number(lines[from].slice(6)),
    hashes: lines.slice(from + 1).map(bytes),
    note,
    size: Number(size),
    root: bytes(root),
  };
}

const hashed = async (...parts: readonly Uint8Array[]): Promise<Uint8Array> => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
};

const TAG = 'croupier entry 2\n';

export type Entry = {
  readonly stream: string;
  readonly version: number;
  readonly at: number;
  /** The event as it was written. */
  readonly body: string;
  readonly postings: unknown;
  readonly previous: string;
  readonly nonce: string | null;
};

/** The hash of an entry worked out from what it is made of. */
export async function entryHash(one: Entry): Promise<string> {
  const text = new TextEncoder();
  const said = text.encode(JSON.stringify([one.stream, one.version, one.at, one.body, one.postings]));
  const [tag, previous, nonce] = [text.encode(one.nonce ? TAG : ''), fromHex(one.previous), fromHex(one.nonce ?? '')];
  return hex(await hashed(tag, previous, nonce, said));
}

/** Where the path of an entry leads, from its hash on (RFC 6962); nothing where it is too short or too long. */
export async function rootOf(leaf: string, proof: Offline): Promise<string | null> {
  let [place, last] = [proof.index, proof.size - 1];
  let node = await hashed(Uint8Array.of(0), fromHex(leaf));
  for (const other of proof.hashes) {
    if (last === 0) return null;
    if (place % 2 || place === last) {
      node = await hashed(Uint8Array.of(1), other, node);
      while (place % 2 === 0 && place !== 0) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
    } else node = await hashed(Uint8Array.of(1), node, other);
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hex(node) : null;
}

/** Whether the house's key, `name+id+key`, signed the note. */
export async function isSigned(note: string, verifier: string): Promise<boolean> {
  const [name, , ...rest] = verifier.split('+');
  const key = bytes(rest.join('+')).subarray(1);
  const text = new TextEncoder().encode(note.slice(0, note.indexOf('\n\n') + 1));
  const own = [...note.matchAll(/^— (\S+) ([A-Za-z0-9+/=]+)$/gm)].find(([, of]) => of === name);
  if (!own) return false;
  const publicKey = await crypto.subtle.importKey('raw', key.slice(), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', publicKey, bytes(own[2]).slice(ID), text);
}
