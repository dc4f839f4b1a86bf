// Every word that is shown comes from text/, and is read when it is shown.

import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

type Node = { type: string; [key: string]: unknown };

const files = import.meta.glob<string>(
  ['../**/*.svelte', '../**/*.ts', '!../text/*/*', '!../**/*.test.ts', '!../wire.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
);

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const inside = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const all = (node: Node): Node[] => [node, ...inside(node).flatMap(all)];
const source = (path: string): string =>
  path.endsWith('.svelte') ? files[path] : `<script lang="ts">${files[path]}</script>`;
const trees = Object.fromEntries(
  Object.keys(files).map((path) => [path, parse(source(path), { modern: true }) as unknown as Node]),
);

/** Names of attributes whose text is read out or shown. */
const SHOWN = ['aria-label', 'title', 'placeholder', 'alt', 'label'];
const WORD = /\p{L}{2,}/u;
const SENTENCE = /^\p{Lu}[\p{L}’']+ \p{L}+/u;
const shown = (node: Node): Node[] =>
  node.type === 'Attribute' && !SHOWN.includes(String(node.name)) ? [] : [node, ...inside(node).flatMap(shown)];

/** Text in the markup itself. */
const written = (tree: Node): string[] =>
  shown(tree.fragment as Node)
    .filter((one) => one.type === 'Text' && WORD.test(String(one.data)))
    .map((one) => String(one.data).trim());

/** Sentences in the code. */
const coded = (tree: Node): string[] =>
  all(tree)
    .map((one) => (one.type === 'TemplateElement' ? (one.value as { raw: string }).raw : one.value))
    .filter((value): value is string => typeof value === 'string' && SENTENCE.test(value));

/** Commas, colons and stops are a language's own: in Chinese they are others, and have no space. */
const JOINS = /^(, |: |; |\. |\.$)/;
const FOLLOWS = /^\s*[,:;.](\s|$)/;
const marks = (node: Node): string[] => {
  if (node.type === 'TemplateLiteral')
    return (node.quasis as { value: { raw: string } }[])
      .slice(1)
      .map((one) => one.value.raw)
      .filter((text) => JOINS.test(text));
  if (node.type === 'CallExpression' && (node.callee as { property?: Node }).property?.name === 'join')
    return (node.arguments as Node[]).map((one) => String(one.value)).filter((text) => JOINS.test(text));
  const parts = (Array.isArray(node.nodes) ? node.nodes : Array.isArray(node.value) ? node.value : []) as Node[];
  return parts
    .filter((one, at) => one.type === 'Text' && at > 0 && FOLLOWS.test(String(one.data)))
    .map((one) => String(one.data).trim());
};
const punctuated = (tree: Node): string[] => shown(tree.fragment as Node).flatMap(marks);

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression'];
/** What runs when a value is made: not the body of a function, unless something is called with it. */
const atOnce = (node: Node): Node[] => {
  const given = node.type === 'CallExpression' ? (node.arguments as Node[]) : [];
  const parts = inside(node).filter((one) => given.includes(one) || !FUNCTIONS.includes(one.type));
  return [node, ...parts.flatMap(atOnce)];
};

/** Words that a file takes when it is loaded or a component is made, and never again. */
function taken(tree: Node): string[] {
  const { instance, module } = tree as unknown as Record<string, { content: { body: Node[] } } | null>;
  const lines = [...(instance?.content.body ?? []), ...(module?.content.body ?? [])];
  const words = lines
    .filter((line) => line.type === 'ImportDeclaration' && /\/text\/\w+$/.test(String((line.source as Node).value)))
    .flatMap((line) => (line.specifiers as Node[]).map((one) => (one.local as Node).name));
  return lines
    .filter((line) => /VariableDeclaration|ExportNamedDeclaration/.test(line.type))
    .flatMap((line) => ((line.declaration as Node | null) ?? line).declarations as Node[] | undefined)
    .filter((one): one is Node => isNode(one?.init) && !/^\$derived/.test(calledBy(one.init)))
    .filter((one) => !FUNCTIONS.includes((one.init as Node).type))
    .filter((one) => atOnce(one.init as Node).some((part) => part.type === 'Identifier' && words.includes(part.name)))
    .map((one) => String((one.id as Node).name));
}
const calledBy = (node: Node): string => {
  const callee = node.callee as Node | undefined;
  return String(callee?.name ?? (callee?.object as Node | undefined)?.name ?? '');
};

const found = (of: (tree: Node) => string[]): string[] =>
  Object.entries(trees).flatMap(([path, tree]) => of(tree).map((one) => `${path}: ${one}`));

test('no word stands in the markup of a component', () => {
  expect(found(written)).toEqual([]);
});

test('no sentence stands in the code', () => {
  expect(found(coded)).toEqual([]);
});

test('no word is taken before it is shown', () => {
  expect(found(taken)).toEqual([]);
});

test('no punctuation stands between words in the markup of a component', () => {
  expect(found(punctuated)).toEqual([]);
});
