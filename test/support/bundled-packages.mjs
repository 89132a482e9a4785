/**
 * The packages that nearly every spec loads, as one script. Jest loads all modules again for each spec file; for these
 * packages that means 1,600 small files, which cost more than most specs do.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

/** What specs, the module and other packages import from them. */
const ENTRIES = [
  '@nestjs/common',
  '@nestjs/common/constants.js',
  '@nestjs/common/internal',
  '@nestjs/common/pipes/validation.pipe.js',
  '@nestjs/common/utils/shared.utils.js',
  '@nestjs/core',
  '@nestjs/core/errors/exceptions/unknown-dependencies.exception',
  '@nestjs/core/injector/injector',
  '@nestjs/core/injector/injector.js',
  '@nestjs/core/internal',
  '@nestjs/core/router/request/request-constants.js',
  '@nestjs/platform-express',
  '@nestjs/typeorm',
  '@opentelemetry/api',
  'axios',
  'class-validator',
  'cli-table3',
  'cockatiel',
  'express',
  'limiter',
  'mysql2',
  'mysql2/promise',
  'pg',
  'rxjs',
  'rxjs/operators',
  'typeorm',
];

/** Their own dependencies that may exist twice, because they have no state. */
const NEEDED = ['@sqltools/formatter', 'iterare', 'libphonenumber-js', 'sql-highlight', 'tslib', 'validator'];

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const packageOf = (name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0];
const packages = [...new Set(ENTRIES.map(packageOf))];
const manifestOf = (name) => readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');

/** Express consists of two hundred small files of sixty packages. */
function withDependencies(names, found = new Set()) {
  for (const name of names.filter((each) => !found.has(each))) {
    found.add(name);
    withDependencies(Object.keys(JSON.parse(manifestOf(name)).dependencies ?? {}), found);
  }
  return found;
}

const inside = new Set([
  ...packages,
  ...NEEDED,
  ...withDependencies(['axios', 'cli-table3', 'cors', 'express', 'limiter', 'multer', 'mysql2', 'pg']),
]);

/** The folder depends on the versions, and on the text of this file. */
function folderName() {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const name of [...inside, 'esbuild']) hash.update(manifestOf(name));
  return hash.digest('hex').slice(0, 16);
}

const folder = join(root, 'node_modules/.cache/tillbridge-packages', folderName());
const scriptPath = join(folder, 'script.js');

/**
 * For Jest's `moduleNameMapper`. A path that is not among the entries is not found: otherwise it would load a second
 * copy of a module.
 */
export const BUNDLED_PACKAGES = {
  [`^((?:${packages.join('|')})(?:/.*)?)$`]: join(folder, '$1.cjs'),
};

/** Jest loads all others: native code, rarely used packages, and optional packages. */
const leaveOthers = {
  name: 'leave-others',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => (inside.has(packageOf(path)) ? null : { path, external: true }));
  },
};

async function bundle() {
  const { build, stop } = await import('esbuild');
  const members = ENTRIES.map((name) => `get '${name}'() { return require('${name}'); }`);
  const { outputFiles } = await build({
    stdin: { contents: `module.exports = { ${members.join(', ')} };`, resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // Nest identifies providers by the names of their classes.
    keepNames: true,
    define: { 'import.meta.url': '__url' },
    banner: { js: '(function (require, module, __filename, __url) {' },
    footer: { js: '})' },
    plugins: [leaveOthers],
    write: false,
    logLevel: 'warning',
  });
  await stop();
  return outputFiles[0].text;
}

/** Makes the script, and for each entry a module that takes its part of it, unless they exist. */
export async function bundlePackages() {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true });
  const made = mkdtempSync(`${folder}-`);
  const write = (name, text) => {
    mkdirSync(dirname(join(made, name)), { recursive: true });
    writeFileSync(join(made, name), text);
  };
  write('script.js', await bundle());
  write('all.cjs', `module.exports = runPackages(require, (name) => import(name));\n`);
  for (const entry of ENTRIES) {
    const path = relative(dirname(entry), 'all.cjs');
    write(`${entry}.cjs`, `module.exports = require('${path.startsWith('.') ? path : `./${path}`}')['${entry}'];\n`);
  }
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true });
    // Another run has made it first.
    if (!existsSync(folder)) throw error;
  }
}

let script;
let importInSpec;

/** Compiles the script once for all spec files of a worker, and runs it in the realm of one. */
export function runPackages(context, require, importModule) {
  importInSpec = importModule;
  script ??= new Script(readFileSync(scriptPath, 'utf8'), {
    filename: scriptPath,
    importModuleDynamically: (name) => importInSpec(name),
  });
  const module = { exports: {} };
  script.runInContext(context)(require, module, scriptPath, `file://${scriptPath}`);
  return module.exports;
}
