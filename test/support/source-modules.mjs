/**
 * The module's own sources, as CommonJS. Jest would resolve, read and compile each of them again for each spec file; here a
 * worker compiles each once, and runs it in the realm of a spec file.
 */
import { transformSync, version } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { SWC_OPTIONS } from '../../config/swc-options.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const cache = join(root, 'node_modules/.cache/tillbridge-sources');
const options = {
  ...SWC_OPTIONS,
  // A dynamic import stays one: some packages consist of ES modules alone.
  module: { type: 'commonjs', ignoreDynamic: true },
  sourceMaps: 'inline',
};
const settings = JSON.stringify([options, version]);

/** The file in the cache begins with the statements, so that its map is right, and ends with what it was made from. */
export function compiledSource(path, cached) {
  const text = readFileSync(path, 'utf8');
  const madeFrom = `\n// ${createHash('sha256').update(settings).update(text).digest('hex')}\n`;
  if (existsSync(cached)) {
    const kept = readFileSync(cached, 'utf8');
    if (kept.endsWith(madeFrom)) return kept;
  }
  const code = transformSync(text, { ...options, filename: path }).code + madeFrom;
  mkdirSync(dirname(cached), { recursive: true });
  // Another worker never reads half of a file.
  writeFileSync(`${cached}.${process.pid}`, code);
  renameSync(`${cached}.${process.pid}`, cached);
  return code;
}

const isRelative = (name) => name.startsWith('.');

/** Sources import one another by the names that they have when they are compiled. */
export function sourceAt(from, name) {
  const path = resolve(dirname(from), name).replace(/\.js$/, '');
  const found = [`${path}.ts`, `${path}.tsx`].find((candidate) => existsSync(candidate));
  if (!found) throw new Error(`${from} imports ${name}, and there is no such file.`);
  return found;
}

/** How swc writes the imports of a module: each on a line of its own, where a comment may stand before it. */
const IMPORT =
  /^(?:.*\*\/ )?(?:const \w+ = |_export_star\()?(?:\/\*#__PURE__\*\/ )?(?:_interop_\w+\()?require\("([^"]+)"\)/gm;

/** What is imported when it is needed belongs to the spec file that is being run, whichever has compiled the script. */
let importInSpec;

function compile(path) {
  // A stack trace finds the map in the file that it names.
  const filename = `${join(cache, relative(join(root, 'src'), path))}.cjs`;
  const code = compiledSource(path, filename);
  const names = [...code.matchAll(IMPORT)].map(([, name]) => name);
  return {
    script: new Script(`(function (exports, require) {${code}})`, {
      filename,
      importModuleDynamically: (name) => importInSpec(isRelative(name) ? sourceAt(path, name) : name),
    }),
    sources: new Map(names.filter(isRelative).map((name) => [name, sourceAt(path, name)])),
    packages: names.filter((name) => !isRelative(name)),
  };
}

const compiledSources = new Map();

function sourceOf(path) {
  let source = compiledSources.get(path);
  if (!source) compiledSources.set(path, (source = compile(path)));
  return source;
}

/** The sources as one spec file sees them: each is run once, and has its own state. */
export class SourceModules {
  #context;
  #sources = new Map();
  #packages = new Map();
  /** The end of the last run; never rejects. */
  #last = Promise.resolve();

  constructor(context) {
    this.#context = context;
  }

  /** Called by the module that source-transformer.mjs puts in the place of a source. */
  run(path, importModule) {
    importInSpec = importModule;
    // In the order in which a spec imports them: some enter themselves in a list when they are run.
    const run = Promise.all([this.#importPackages(path, importModule), this.#last]).then(() => this.#load(path));
    this.#last = run.catch(() => {});
    return run;
  }

  /** Imported by Jest, as the spec itself would: a package of ES modules cannot be required, and a mock is found. */
  #importPackages(path, importModule) {
    const names = new Set(Array.from(this.#stillToRun(path), (source) => sourceOf(source).packages).flat());
    return Promise.all(Array.from(names, (name) => this.#importPackage(name, importModule)));
  }

  /** A source and all that it imports, directly or not, except for what has been run. */
  #stillToRun(path, found = new Set()) {
    if (found.has(path) || this.#sources.has(path)) return found;
    found.add(path);
    for (const next of sourceOf(path).sources.values()) this.#stillToRun(next, found);
    return found;
  }

  async #importPackage(name, importModule) {
    const exported = { ...(await importModule(name)) };
    this.#packages.set(name, Object.defineProperty(exported, '__esModule', { value: true }));
  }

  #load(path) {
    const before = this.#sources.get(path);
    if (before) return before;
    const exported = {};
    // Entered before it is run: sources may lead back to one that is being loaded.
    this.#sources.set(path, exported);
    const { script, sources } = sourceOf(path);
    const require = (name) => this.#packages.get(name) ?? this.#load(sources.get(name));
    script.runInContext(this.#context)(exported, require);
    // A value is found faster than through the getter that swc writes for it.
    const values = { ...exported };
    this.#sources.set(path, values);
    return values;
  }
}
