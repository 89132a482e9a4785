/**
 * Compiles the sources, makes the files of the package from the result (ESM and CJS), then the schematic of `nest add` and the
 * demo shop, which uses the package.
 * Nothing is done when `dist` was built from the same files before; `--force` builds in any case.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePackage } from './bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Everything that the result follows from. */
const INPUTS = ['src', 'examples', 'config', 'nest-cli.json', 'package.json', 'package-lock.json', 'tsconfig.json'];
/** What `dist` was built from; written last, so that a build that was broken off does not count. */
const STAMP = join(root, 'dist', '.built-from');

function filesIn(input) {
  if (statSync(join(root, input)).isFile()) return [input];
  const entries = readdirSync(join(root, input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)));
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of INPUTS.flatMap(filesIn).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/** The compiler that is written in Go: ten times as fast. It has no API, which other tools of this repository need: they have version 6. */
const TSC = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');

async function compile(project) {
  const child = spawn(process.execPath, [TSC, '-p', join('config', `tsconfig.${project}.json`)], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The compiler ended with ${code}: what it found stands above.`);
}

/** Node reads the nearest package.json to tell ESM from CJS. */
function markModuleType(folder, type) {
  writeFileSync(join(root, 'dist', folder, 'package.json'), `${JSON.stringify({ type })}\n`);
}

const inputs = fingerprint();
if (!process.argv.includes('--force') && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === inputs) {
  console.log('dist is built from these files already.');
  process.exit();
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
await compile('modules');
await compile('schematics');
// What the schematic is described by lies beside it: collection.json and the schema of its options.
cpSync(join(root, 'src', 'schematics'), join(root, 'dist', 'schematics'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
});
await bundlePackage();
// npx does this only when it first sees the command of this folder: after the next build it would be refused.
chmodSync(join(root, 'dist', 'esm', 'cli', 'main.js'), 0o755);
markModuleType('schematics', 'commonjs');
markModuleType('esm', 'module');
markModuleType('cjs', 'commonjs');
await compile('examples');
writeFileSync(STAMP, inputs);
