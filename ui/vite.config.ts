import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

/** Where `croupier serve` listens while pages are written with `npm run dev`. */
const house = 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../src/croupier/pages',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the Content-Security-Policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: {
      '/api': { target: house, changeOrigin: false }, // the house refuses pages of another host
      '/ws': { target: house, ws: true, changeOrigin: false },
    },
  },
  // Tests mount components as a browser does.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: { include: ['src/**/*.test.ts'] },
});
