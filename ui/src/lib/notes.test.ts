// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { hex, offline, rootOf, signaturesOf, witnessesOf } from './notes';

const code = (...data: number[]): string => btoa(String.fromCharCode(...data));
const own = code(...Array<number>(4).fill(1), ...Array<number>(64).fill(2));
const stamp = [0, 0, 0, 0, 0x6a, 0, 0, 0];
const other = code(...Array<number>(4).fill(1), ...stamp, ...Array<number>(64).fill(3));
const note = (size: number, root: Uint8Array): string =>
  `house\n${size}\n${code(...root)}\n\n— house ${own}\n— w1 ${other}\n`;

test('who signed a checkpoint, and when a witness did', () => {
  const written = note(3, new Uint8Array(32));
  expect(signaturesOf(written)).toEqual([
    { name: 'house', at: null },
    { name: 'w1', at: 0x6a000000 * 1000 },
  ]);
  expect(witnessesOf(written).map((one) => one.name)).toEqual(['w1']);
});

const digest = async (...parts: number[]): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(parts)));

test('the path of each of three entries leads to their root, and of no other', async () => {
  const entries = await Promise.all([1, 2, 3].map((one) => digest(one)));
  const leaves = await Promise.all(entries.map((one) => digest(0, ...one)));
  const pair = await digest(1, ...leaves[0], ...leaves[1]);
  const root = await digest(1, ...pair, ...leaves[2]);
  const paths = [[leaves[1], leaves[2]], [leaves[0], leaves[2]], [pair]];
  for (const [index, path] of paths.entries()) {
    const lines = ['c2sp.org/tlog-proof@v1', `index ${index}`, ...path.map((one) => code(...one)), '', ''];
    const proof = offline(lines.join('\n') + note(3, root));
    expect([proof.index, proof.size, hex(proof.root)]).toEqual([index, 3, hex(root)]);
    expect(await rootOf(hex(entries[index]), proof)).toBe(hex(root));
    expect(await rootOf(hex(entries[(index + 1) % 3]), proof)).not.toBe(hex(root));
    expect(await rootOf(hex(entries[index]), { ...proof, hashes: proof.hashes.slice(1) })).not.toBe(hex(root));
    expect(await rootOf(hex(entries[index]), { ...proof, hashes: [...proof.hashes, pair] })).toBe(null);
  }
});
