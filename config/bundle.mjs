/**
 * Makes the files of the package from the compiled modules: one file for each entry point, and chunks that entry points share,
 * so that an entity or a token is one object however it is imported. Hundreds of small files take Node five times as long to load.
 */
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { admitUndefinedIn } from './optional-types.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const MODULES = join(root, 'dist', 'modules');
const COMMAND_LINE = 'cli/main';

/** The entry points that package.json exports, by the name of their file without its extension. */
function exported() {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.values(exports)
    .filter((target) => typeof target === 'object')
    .map(({ import: { default: file } }) => relative('dist/esm', file).replace(/\.js$/, ''));
}

const entryFiles = (names) => Object.fromEntries(names.map((name) => [name, join(MODULES, `${name}.js`)]));

/** What is copied into the package instead of being imported when it runs: by its name, where its ES modules lie. */
const HELPERS = { tslib: 'tslib.es6.mjs' };
/**
 * Version 12 of @nestjs/axios is ESM only and fits Nest 11 by its peers, so npm chooses it there too; and a project of Nest 11 is
 * CommonJS, whose Jest loads no ESM.
 */
const HELPERS_OF_COMMONJS = { ...HELPERS, '@nestjs/axios': 'dist/http.service.js' };

const inlining = (helpers) => ({
  name: 'inline',
  resolveId(source) {
    return helpers[source] ? join(root, 'node_modules', source, helpers[source]) : null;
  },
});

/** A stack trace leads through the compiled modules to the sources. */
const compiledMaps = {
  name: 'compiled-maps',
  load(id) {
    if (!id.startsWith(MODULES)) return null;
    return { code: readFileSync(id, 'utf8'), map: readFileSync(`${id}.map`, 'utf8') };
  },
};

/** Whether every file that was written has a name by which Node finds it. */
function assertFound({ output }) {
  const lost = output.filter(({ fileName }) => !/^(chunks|[a-z]+)?\/?[\w.-]*\w\.js(\.map)?$/.test(fileName));
  if (lost.length > 0) throw new Error(`Files without a name: ${lost.map(({ fileName }) => fileName).join(', ')}.`);
}

/** Two classes of one name in one file: the second would get another name, in logs and wherever a name stands for a class. */
function assertNamesKept({ output }) {
  const renamed = output.flatMap(({ fileName, code = '' }) =>
    [...code.matchAll(/^(?:let |const )?(?:class )?(\w+\$\d+)(?: = class|(?: extends \w+)? \{)/gm)].map(
      ([, name]) => `${fileName}: ${name}`,
    ),
  );
  if (renamed.length > 0) throw new Error(`Classes of one name: ${renamed.join(', ')}. Give one of them another name.`);
}

/** A chunk is named after the folder that most of it comes from, so that a stack trace tells where it leads. */
function chunkName({ name, facadeModuleId, moduleIds }) {
  if (facadeModuleId && basename(facadeModuleId) !== 'index.js') return `chunks/${name}.js`;
  const folders = moduleIds.map((id) => (id.startsWith(MODULES) ? relative(MODULES, id).split(sep)[0] : 'helpers'));
  const count = (folder) => folders.filter((other) => other === folder).length;
  return `chunks/${folders.sort((a, b) => count(b) - count(a))[0]}.js`;
}

async function bundle({ format, entries, helpers }) {
  const isHelper = (id) => Object.keys(helpers).some((name) => id.includes(`node_modules/${name}/`) || id === name);
  const made = await rollup({
    input: entryFiles(entries),
    plugins: [inlining(helpers), compiledMaps],
    external: (id) => !/^[./]/.test(id) && !isHelper(id),
    onwarn(warning) {
      // Helpers that a compiler wrote look for older ones there.
      if (warning.code !== 'THIS_IS_UNDEFINED') throw new Error(warning.message);
    },
    treeshake: false,
  });
  const written = await made.write({
    dir: join(root, 'dist', format),
    format: format === 'esm' ? 'es' : 'cjs',
    chunkFileNames: chunkName,
    generatedCode: 'es2015',
    interop: 'auto',
    exports: 'named',
    dynamicImportInCjs: false,
    esModule: true,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    sourcemap: true,
    // The bundle itself can be read; the sources in it twice more would double the package.
    sourcemapExcludeSources: true,
  });
  await made.close();
  assertFound(written);
  assertNamesKept(written);
}

/** Types stay in a file for each module: nobody waits for them, and an editor leads to the file that declares a name. */
function copyTypes() {
  const types = join(root, 'dist', 'types');
  admitUndefinedIn(types);
  const filter = (path) => path !== join(types, 'cli');
  for (const copy of ['esm', 'cjs']) cpSync(types, join(root, 'dist', copy), { recursive: true, filter });
  rmSync(types, { recursive: true });
}

export async function bundlePackage() {
  const entries = exported();
  await Promise.all([
    bundle({ format: 'esm', entries: [...entries, COMMAND_LINE], helpers: HELPERS }),
    bundle({ format: 'cjs', entries, helpers: HELPERS_OF_COMMONJS }),
  ]);
  copyTypes();
}
