import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default ts.config(
  { ignores: ['node_modules/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier,
  { languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['**/text/en', '**/text/en/*'], message: 'Words are read through text/*.ts.' }] },
      ],
      'no-console': ['error', { allow: ['info'] }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // What changes here is replaced whole, as a `$state.raw` or a `$derived`.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['src/text/**', '**/*.test.ts'], rules: { 'no-restricted-imports': 'off' } },
);
