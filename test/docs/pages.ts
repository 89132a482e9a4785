import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { anchorsOf, linksOf } from '../../config/docs-markdown.mjs';
import { docsPages } from '../../config/docs-pages.mjs';
import type { Block } from '../readme/markdown.js';

const root = process.cwd();

/** Every page that people read, as paths in the repository. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'examples/shop/README.md',
  ...docsPages('docs').map((page) => `docs/${page}`),
];

/** The text of a page. */
export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** What a link leads to, told without a file system: whether a path is there, and the anchors of a page. */
export interface Places {
  exists(path: string): boolean;
  anchors(path: string): ReadonlySet<string>;
}

const onDisk: Places = {
  exists: (path) => existsSync(join(root, path)),
  anchors: (path) => anchorsOf(readPage(path)),
};

/** Links of a page that lead to no file, or to no heading of it, with their lines. */
export function deadLinksOf(page: string, text: string, places: Places = onDisk): string[] {
  return linksOf(text)
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .filter(({ target }) => {
      const [file = '', anchor = ''] = target.split('#');
      const path = file === '' ? page : posix.normalize(posix.join(posix.dirname(page), file));
      if (!places.exists(path)) return true;
      return anchor !== '' && path.endsWith('.md') && !places.anchors(path).has(anchor);
    })
    .map(({ target, line }) => `${page}:${line} ${target}`);
}

interface Manifest {
  readonly scripts: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly devDependencies: Record<string, string>;
}
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
const packages = new Set([
  'tillbridge',
  ...Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies, ...manifest.devDependencies }),
]);

/** Source of the command line, in which every command and flag is written out. */
const commandLine = readdirSync(join(root, 'src/cli'), { recursive: true, encoding: 'utf8' })
  .map((path) => join(root, 'src/cli', path))
  .filter((path) => path.endsWith('.ts') && statSync(path).isFile())
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

/** What is wrong with the words after `npx tillbridge`. */
function wrongCommand([name = '', ...words]: readonly string[]): string[] {
  if (name.startsWith('-')) return [];
  const isCommand = new RegExp(`(?:[Cc]ommand\\(|name: )'${name}[' ]`).test(commandLine);
  const flags = words.flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? []).filter((flag) => flag !== '--help');
  return [
    ...(isCommand ? [] : [`tillbridge has no command "${name}"`]),
    ...flags.filter((flag) => !commandLine.includes(flag)).map((flag) => `tillbridge ${name} has no ${flag}`),
  ];
}

/** Peers whose newest release is none that package.json admits: without a version npm refuses to install them beside it. */
const NEWEST_IS_REFUSED = new Set(['better-sqlite3']);

/** What is wrong with the words after `npm`. */
function wrongNpm([action = '', ...words]: readonly string[]): string[] {
  if (action === 'install' || action === 'i')
    return [
      ...words
        .filter((word) => !word.startsWith('-') && !packages.has(word.replace(/(?<=.)@.*$/, '')))
        .map((word) => `the package has nothing to do with ${word}`),
      ...words.filter((word) => NEWEST_IS_REFUSED.has(word)).map((word) => `${word} needs a version`),
    ];
  const script = action === 'run' ? (words[0] ?? '') : action;
  return ['ci', 'exec'].includes(script) || script in manifest.scripts ? [] : [`there is no script "${script}"`];
}

/** Programs that the pages may tell to run; what is wrong with the words after them. */
const PROGRAMS: Readonly<Record<string, (words: readonly string[]) => string[]>> = {
  npm: wrongNpm,
  npx: ([name = '', ...words]) =>
    name === 'tillbridge' ? wrongCommand(words) : name in PROGRAMS || packages.has(name) ? [] : [`what is ${name}?`],
  nest: () => [],
  node: () => [],
  curl: () => [],
  export: () => [],
  git: () => [],
  cd: () => [],
  jq: () => [],
};

/** What is wrong with the lines of a block of commands. */
export function wrongCommands({ text, line }: Pick<Block, 'text' | 'line'>): string[] {
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .flatMap((row, index) => {
      const bare = row.replaceAll(/'[^']*'|"[^"]*"/g, 'text').replace(/(?:^|\s)#.*$/, '');
      const commands = bare.split(/&&|\||;/);
      return commands.flatMap((command) => {
        const [program = '', ...words] = command
          .trim()
          .split(/\s+/)
          .filter((word) => !/^[A-Z_]+=/.test(word));
        if (program === '') return [];
        const faults = PROGRAMS[program]?.(words) ?? [`no one knows the program ${program}`];
        return faults.map((fault) => `line ${line + index}: ${fault}`);
      });
    });
}
