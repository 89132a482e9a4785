/** What must be true of the packed package. Each inspection returns its complaints as texts; none means well. */
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import ts from 'typescript';
import { runBinary } from './pack.mjs';

/** The only kinds of file that are published. */
const PUBLISHED = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|config\/grafana-dashboard\.json)$/,
  // What those read who are alerted, and the rules that alert them.
  /^(config\/prometheus-alerts\.yml|docs\/(errors|runbook)\.md)$/,
  /^dist\/(esm|cjs)\/package\.json$/,
  /^dist\/(esm|cjs)\/.+\.(js|js\.map|d\.ts)$/,
  // What `nest add` runs. No one imports it, so it has no types.
  /^dist\/schematics\/.+\.(js|json)$/,
];

const textsIn = (value) =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap((inner) => textsIn(inner));

/** Every path that the manifest promises is in the tarball. */
export function missingPaths({ manifest, files }) {
  const { main, types, bin, exports, typesVersions, schematics } = manifest;
  const promised = [main, types, bin, exports, typesVersions, schematics].flatMap((part) => textsIn(part));
  return [...new Set(promised)]
    .map((path) => path.replace(/^\.\//, ''))
    .filter((path) => !files.includes(path))
    .map((path) => `package.json names ${path}, which is not in the tarball`);
}

/** No specs, no sources outside dist, nothing unforeseen. */
export function strayFiles({ files }) {
  const isStray = (path) => /\.spec\./.test(path) || !PUBLISHED.some((pattern) => pattern.test(path));
  return files.filter(isStray).map((path) => `${path} has no business in the tarball`);
}

/** The ESM and the CJS copy have the same entry points and types; how each is cut into chunks is its own affair. */
export function unevenCopies({ files }) {
  const copy = (name) =>
    files
      .filter((path) => path.startsWith(`dist/${name}/`))
      .map((path) => path.slice(9))
      .filter((path) => !/^(chunks|cli)\//.test(path));
  const [esm, cjs] = [new Set(copy('esm')), new Set(copy('cjs'))];
  const only = [...esm].filter((path) => !cjs.has(path)).concat([...cjs].filter((path) => !esm.has(path)));
  return only.map((path) => `${path} is in one copy only`);
}

/**
 * No source is in two files of one copy. A class in two files is two classes: an entity that a DataSource does not know, an error
 * that `instanceof` denies, a provider that Nest does not find.
 */
export function sourcesTwice({ files, folder }) {
  const places = new Map();
  for (const path of files.filter((file) => file.endsWith('.js.map'))) {
    const copy = path.split('/', 2).join('/');
    const { sources } = JSON.parse(readFileSync(join(folder, path), 'utf8'));
    for (const source of new Set(sources)) {
      const key = `${copy}: ${source.replace(/^(\.\.\/)+/, '')}`;
      places.set(key, [...(places.get(key) ?? []), path]);
    }
  }
  if (places.size === 0) return ['no file has a source map, so none of them can be read in a stack trace'];
  return [...places]
    .filter(([, paths]) => paths.length > 1)
    .map(([source, paths]) => `${source} is in ${paths.join(' and ')}`);
}

/** The folders of one copy, as a table of contents to compare with the one that is checked in. */
export function foldersOf(files) {
  const folders = files
    .filter((path) => path.startsWith('dist/esm/'))
    .map((path) => path.slice('dist/esm/'.length).split('/').slice(0, -1).join('/'));
  return [...new Set(folders)].filter((folder) => folder !== '').sort();
}

/** A folder that appears or disappears is a decision: it is written down in contents.json. */
export function changedFolders({ files, expectedFolders }) {
  const found = foldersOf(files);
  const added = found.filter((folder) => !expectedFolders.includes(folder));
  const gone = expectedFolders.filter((folder) => !found.includes(folder));
  const advice = 'if that is meant, run: node test/package/check.mjs --update';
  return [
    ...added.map((folder) => `dist/esm/${folder} is new; ${advice}`),
    ...gone.map((folder) => `dist/esm/${folder} is gone; ${advice}`),
  ];
}

const packageOf = (specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Everything that a published file imports is a dependency or a peer. */
export function undeclaredPackages({ manifest, files, folder }) {
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies, ...peerDependenciesMeta }));
  const known = (name) => declared.has(name) || name.startsWith('node:') || builtinModules.includes(name);
  const complaints = files
    .filter((path) => /\.(js|d\.ts)$/.test(path))
    .flatMap((path) => {
      const { importedFiles } = ts.preProcessFile(readFileSync(join(folder, path), 'utf8'), true, true);
      const names = importedFiles.map(({ fileName }) => fileName).filter((name) => !name.startsWith('.'));
      return names.filter((name) => !known(packageOf(name))).map((name) => `${packageOf(name)} (first in ${path})`);
    });
  const firsts = new Map(complaints.toReversed().map((text) => [text.split(' ', 1)[0], text]));
  return [...firsts.values()].map((text) => `imported but not declared: ${text}`);
}

/** A declared run-time dependency that no file imports is weight for every shop. */
export function unusedDependencies({ manifest, files, folder }) {
  const texts = files.filter((path) => path.endsWith('.js')).map((path) => readFileSync(join(folder, path), 'utf8'));
  const used = new Set(
    texts.flatMap((text) =>
      ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => packageOf(fileName)),
    ),
  );
  return Object.keys(manifest.dependencies ?? {})
    .filter((name) => !used.has(name))
    .map((name) => `declared as a dependency but imported nowhere: ${name}`);
}

/** publint, suggestions included. */
export async function publintMessages({ folder, manifest }) {
  const { messages } = await publint({ pkgDir: folder, pack: false, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`);
}

/** attw with its strictest profile: node10, node16 (import and require) and bundler all resolve to types that fit. */
export function attwProblems({ tarball }) {
  try {
    runBinary('@arethetypeswrong/cli', 'attw', [tarball, '--profile', 'strict', '--format', 'ascii', '--no-emoji'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return [];
  } catch (error) {
    return [`attw:\n${error.stdout}${error.stderr}`];
  }
}
