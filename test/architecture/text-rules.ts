import { isSource, type Breach, type Rule, type SourceTree } from './source-tree.js';

/** Put together here so that this file does not contain what it looks for. */
const MACHINE_FOLDERS = ['work', 'root', 'home', 'tmp'].join('|');
const REGISTRY_HOSTS = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['npm', 'pkg', 'github', 'com'],
]
  .map((labels) => labels.join('\\.'))
  .join('|');
const LEFTOVERS = [
  ['TO', 'DO'],
  ['FIX', 'ME'],
  ['@ts-', 'ignore'],
  ['@ts-', 'expect-error'],
  ['lint-', 'disable'],
]
  .map((parts) => parts.join(''))
  .join('|');

const machineWords = new RegExp(`(?<![\\w.>-])/(${MACHINE_FOLDERS})/\\w|${REGISTRY_HOSTS}`);
const leftoverWords = new RegExp(LEFTOVERS);
const lockedAddress = new RegExp(`"${'resolved'}":`);

/** A rule that looks at each line of text of the files that it concerns. */
function breachesPerLine(tree: SourceTree, concerns: (path: string) => boolean, pattern: RegExp): Breach[] {
  return [...tree.values()]
    .filter(({ path }) => concerns(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const found = pattern.exec(line);
        return found ? [{ file: path, line: index + 1, message: `says ${found[0]}` }] : [];
      }),
    );
}

const isLock = (path: string): boolean => path === 'package-lock.json';

const path = (...parts: string[]): string => ['', ...parts].join('/');

/** Rules about words, for every text file of the repository. */
export const textRules: readonly Rule[] = [
  {
    title: 'no file names a path of one machine or the host of a registry',
    check: (tree) => breachesPerLine(tree, (file) => !isLock(file), machineWords),
    sample: {
      'docs/a.md': `See ${path('home', 'jo', 'notes')}.\nSee https://shop.example/home/page.`,
      'config/b.json': `{ "a": "https://${['registry', 'npmjs', 'org'].join('.')}" }`,
    },
    caught: ['docs/a.md:1', 'config/b.json:1'],
  },
  {
    title: 'the lock file names no download address',
    check: (tree) => breachesPerLine(tree, isLock, lockedAddress),
    sample: { 'package-lock.json': `{\n"${'resolved'}": "https://packages.example/a.tgz" }` },
    caught: ['package-lock.json:2'],
  },
  {
    title: 'source is finished: no notes to self, no switched-off checks',
    check: (tree) => breachesPerLine(tree, isSource, leftoverWords),
    sample: {
      'src/shop/a.ts': `// ${['TO', 'DO'].join('')}: later\nconst a = 1; // ${['ox', 'lint-', 'disable'].join('')}`,
    },
    caught: ['src/shop/a.ts:1', 'src/shop/a.ts:2'],
  },
];
