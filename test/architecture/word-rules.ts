import ts from 'typescript';
import { breachesPerNode, lineOf, type Breach, type Rule, type SourceTree } from './source-tree.js';

/** Words that named something in this code before it had the field's word for it, and the word to use (docs/glossary.md). */
const RETIRED: Readonly<Record<string, string>> = {
  caution: 'backoff',
  desk: 'service',
  dossier: 'details',
  errand: 'form action',
  hear: 'receive',
  heard: 'received',
  look: 'poll or read',
  looked: 'polled or read',
  looks: 'polls or reads',
  news: 'changes',
  nobody: 'none',
  outlook: 'headline or forecast',
  respite: 'pause',
  said: 'decision',
  sight: 'query or snapshot',
  sights: 'queries or snapshots',
  somebody: 'the actor',
  told: 'reported',
  turn: 'slot, step or mutex',
  turns: 'slots, steps or mutex',
  untold: 'unexplained',
  vital: 'diagnostics',
  vitals: 'diagnostics',
  wish: 'request',
  wished: 'requested',
  wishes: 'requests',
};

/** Names where the word is right, or is given: public options and aliases, a stored outcome, a turn of the event loop. */
const ALLOWED: ReadonlySet<string> = new Set([
  'firstLookMs',
  'lookAgain',
  'untold',
  'Vitals',
  'VitalSigns',
  'afterThisTurn',
  'nextTurn',
  // A misspelt switch, as a shop might send it.
  'sightActive',
]);

/** What no page says, and what it says instead. */
const PHRASES: Readonly<Record<string, string>> = {
  'for ever': 'forever',
  'of its own accord': 'by itself',
  somebody: 'the actor, or someone',
  nobody: 'no one',
  everybody: 'everyone',
  'time and again': 'repeatedly',
  whoever: 'the actor',
};

const HERE = 'test/architecture/word-rules.ts';
const isCode = (path: string): boolean =>
  /^(src|examples|test|bench|compat)\/.*\.(tsx?|[cm]?js)$/.test(path) && path !== HERE;

const partsOf = (name: string): string[] =>
  name.split(/(?<=[a-z0-9])(?=[A-Z])|_|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase());

function retiredIn(node: ts.Node): string | undefined {
  if (!ts.isIdentifier(node) && !ts.isPrivateIdentifier(node)) return undefined;
  const name = node.text.replace(/^#/, '');
  const word = ALLOWED.has(name) ? undefined : partsOf(name).find((part) => Object.hasOwn(RETIRED, part));
  return word === undefined ? undefined : `${name}: say ${RETIRED[word]}, not ${word}`;
}

const isPage = (path: string): boolean => /^(docs\/.*|README|CONTRIBUTING)\.md$/.test(path);
const phrase = new RegExp(String.raw`\b(${Object.keys(PHRASES).join('|')})\b`, 'i');

function phrasesIn(tree: SourceTree): Breach[] {
  return [...tree.values()]
    .filter(({ path }) => isPage(path))
    .flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = phrase.exec(line)?.[0];
        if (found === undefined) return [];
        return [{ file, line: index + 1, message: `says "${found}": say ${PHRASES[found.toLowerCase()]}` }];
      }),
    );
}

/** A folder or file has one of the words in its name. */
function retiredPaths(tree: SourceTree): Breach[] {
  return [...tree.values()]
    .filter(({ path }) => isCode(path))
    .flatMap((file) => {
      const word = file.path.split(/[/.-]/).find((part) => Object.hasOwn(RETIRED, part));
      const line = lineOf(file, file.syntax);
      return word === undefined ? [] : [{ file: file.path, line, message: `say ${RETIRED[word]}, not ${word}` }];
    });
}

/** Rules about the words of names. */
export const wordRules: readonly Rule[] = [
  {
    title: 'names are the words of the glossary, not those that it replaced',
    check: (tree) => [...breachesPerNode(tree, isCode, retiredIn), ...retiredPaths(tree)],
    sample: {
      'src/shop/a.ts': 'const nextLookAt = 1;\nconst lookup = 2;\nconst WISH_MS = 3;\nexport class Vitals {}',
      'src/shop/b.ts': 'class A { #turns = 1; }',
      'src/shop/order-desk.ts': 'export {};',
      'test/chaos/trial.mjs': 'let turn = 0;',
      'docs/data.js': 'let turn = 0;',
    },
    caught: [
      'src/shop/a.ts:1',
      'src/shop/a.ts:3',
      'src/shop/b.ts:1',
      'test/chaos/trial.mjs:1',
      'src/shop/order-desk.ts:1',
    ],
  },
];

/** Rules about the words of pages. */
export const phraseRules: readonly Rule[] = [
  {
    title: 'pages name the actor, in plain words',
    check: phrasesIn,
    sample: {
      'docs/a.md': 'It waits for ever.\nIt waits forever.\nWhoever asks gets it.',
      'README.md': 'Nobody knows.',
      'src/a.ts': '// nobody',
    },
    caught: ['docs/a.md:1', 'docs/a.md:3', 'README.md:1'],
  },
];
