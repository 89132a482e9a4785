/**
 * Builds the package twice from one source (ESM and CJS), the schematic of `nest add`, then the demo shop against the result.
 * Nothing is done when `dist` was built from the same files before; `--force` builds in any case.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inlineNestAxios } from './inline-nest-axios.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

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

/** Runs a dependency's own command with this Node, so that no shell or PATH is needed. */
async function run(packageName, binary, ...args) {
  const manifestPath = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const script = join(dirname(manifestPath), typeof bin === 'string' ? bin : bin[binary]);
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${[binary, ...args].join(' ')} ended with ${code}: what it found stands above.`);
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
// Beside each other, as each keeps one core busy; all of them come to their end, so that nobody writes here afterwards.
const builds = await Promise.allSettled([
  run('@nestjs/cli', 'nest', 'build'),
  run('typescript', 'tsc', '-p', 'config/tsconfig.cjs.json'),
  run('typescript', 'tsc', '-p', 'config/tsconfig.schematics.json'),
]);
for (const { reason } of builds) if (reason) throw reason;
// What the schematic is described by lies beside it: collection.json and the schema of its options.
cpSync(join(root, 'src', 'schematics'), join(root, 'dist', 'schematics'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
});
markModuleType('schematics', 'commonjs');
markModuleType('esm', 'module');
markModuleType('cjs', 'commonjs');
inlineNestAxios(root);
await run('typescript', 'tsc', '-p', 'config/tsconfig.examples.json');
writeFileSync(STAMP, inputs);
