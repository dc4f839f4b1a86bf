import { defineConfig, mergeConfig } from 'vitest/config';
import pages from './vite.config.ts';

/** Tests mount components as a browser does. */
export default mergeConfig(
  pages,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: { include: ['src/**/*.test.ts'], setupFiles: ['src/text/english.setup.ts'], isolate: false },
  }),
);
