import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
/** What no registry has that was asked, with the reason. */
const WITHOUT_INTEGRITY = (
  JSON.parse(readFileSync(join(process.cwd(), 'test/package/without-integrity.json'), 'utf8')) as { packages: string[] }
).packages;
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

/** The places in which Node would look for a package that stands beside or above another. */
function placesOf(name: string, from: string): string[] {
  const outer = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')));
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  return from === '' ? [here] : [here, ...placesOf(name, outer)];
}

/** npm leaves out binaries of other platforms when it cannot see them, and then `npm ci` refuses the lock file. */
function absentBinaries(text: string): string[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, { optionalDependencies?: object }> };
  return Object.entries(packages).flatMap(([from, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter((name) => !placesOf(name, from).some((place) => place in packages)),
  );
}

/** Packages without an integrity: npm would install whatever it is given under their names. */
function unchecked(text: string): string[] {
  const { packages } = JSON.parse(text) as { packages: Record<string, { integrity?: string; version?: string }> };
  return Object.entries(packages)
    .filter(([place, { integrity, version }]) => place !== '' && version !== undefined && integrity === undefined)
    .map(([place, { version }]) => `${place.split('node_modules/').at(-1)}@${version}`)
    .filter((name) => !WITHOUT_INTEGRITY.includes(name));
}

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
    title: 'the lock file lists the binaries of every platform',
    check: (tree) =>
      [...tree.values()]
        .filter((file) => isLock(file.path))
        .flatMap((file) =>
          absentBinaries(file.text).map((name) => ({
            file: file.path,
            line: 1,
            message: `lacks ${name}; run node test/package/complete-lock.mjs`,
          })),
        ),
    sample: {
      'package-lock.json': JSON.stringify({
        packages: {
          'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-moon': '1' } },
          'node_modules/a-linux': {},
        },
      }),
    },
    caught: ['package-lock.json:1'],
  },
  {
    title: 'every package of the lock file has its integrity, but for those listed',
    check: (tree) =>
      [...tree.values()]
        .filter((file) => isLock(file.path))
        .flatMap((file) =>
          unchecked(file.text).map((name) => ({
            file: file.path,
            line: 1,
            message: `has no integrity of ${name}; if no registry has it, test/package/without-integrity.json says why`,
          })),
        ),
    sample: { 'package-lock.json': '{ "packages": { "": {}, "node_modules/a": { "version": "1.0.0" } } }' },
    caught: ['package-lock.json:1'],
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
