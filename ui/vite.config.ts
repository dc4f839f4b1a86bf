import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { chunkOf } from './chunks.ts';
import { defineConfig, type Plugin } from 'vite';

/** Where `croupier serve` listens while pages are written with `npm run dev`. */
const house = 'http://127.0.0.1:8000';

const compressed = promisify(brotliCompress);
const read = (path: URL | string) => JSON.parse(readFileSync(path, 'utf-8'));

/** What the house says and names, in two: `house.json?players` is what terminals need, `house.json?others` the rest. */
const heard: Plugin = {
  name: 'heard',
  enforce: 'pre',
  resolveId(asked, from) {
    const [, path, , part] = /^(.+\/(events|house|names)\.json)\?(players|others)$/.exec(asked) ?? [];
    return path ? `\0heard:${part}:${resolve(path.startsWith('.') ? dirname(from ?? '') : '.', path)}` : null;
  },
  load(id) {
    const [, part, path] = /^\0heard:(\w+):(.+)$/.exec(id) ?? [];
    if (!path) return null;
    const needed = read(new URL('src/text/players.json', import.meta.url));
    const players = new Set(needed[basename(path)]);
    const isOf = ([code]: [string, unknown]) => players.has(code) === (part === 'players');
    const sentences = Object.fromEntries(Object.entries(read(path)).filter(isOf));
    return { code: `export default ${JSON.stringify(sentences)}`, moduleType: 'js' };
  },
};

/** Beside each script and sheet of styles the same as Brotli, which takes too long to make when the house opens. */
const packed: Plugin = {
  name: 'packed',
  apply: 'build',
  async writeBundle({ dir }) {
    const folder = resolve(dir ?? '.', 'assets');
    const pack = async (name: string) =>
      writeFileSync(resolve(folder, `${name}.br`), await compressed(readFileSync(resolve(folder, name))));
    await Promise.all(
      readdirSync(folder)
        .filter((one) => /\.(js|css)$/.test(one))
        .map(pack),
    );
  },
};

export default defineConfig({
  plugins: [heard, svelte(), packed],
  base: '/',
  build: {
    outDir: '../src/croupier/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: chunkOf, debugName: 'chunks' }] } } },
  },
  server: {
    proxy: {
      '/api': { target: house, changeOrigin: false }, // the house refuses pages of another host
      '/ws': { target: house, ws: true, changeOrigin: false },
    },
  },
});
