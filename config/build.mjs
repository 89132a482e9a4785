/** Builds the package twice from one source (ESM and CJS), the schematic of `nest add`, then the demo shop against the result. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);

/** Runs a dependency's own command with this Node, so that no shell or PATH is needed. */
function run(packageName, binary, ...args) {
  const manifestPath = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifestPath, 'utf8'));
  const script = join(dirname(manifestPath), typeof bin === 'string' ? bin : bin[binary]);
  execFileSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
}

/** Node reads the nearest package.json to tell ESM from CJS. */
function markModuleType(folder, type) {
  writeFileSync(join(root, 'dist', folder, 'package.json'), `${JSON.stringify({ type })}\n`);
}

rmSync(join(root, 'dist'), { recursive: true, force: true });
run('@nestjs/cli', 'nest', 'build');
run('typescript', 'tsc', '-p', 'config/tsconfig.cjs.json');
run('typescript', 'tsc', '-p', 'config/tsconfig.schematics.json');
// What the schematic is described by lies beside it: collection.json and the schema of its options.
cpSync(join(root, 'src', 'schematics'), join(root, 'dist', 'schematics'), {
  recursive: true,
  filter: (path) => !path.endsWith('.ts'),
});
markModuleType('schematics', 'commonjs');
markModuleType('esm', 'module');
markModuleType('cjs', 'commonjs');
run('typescript', 'tsc', '-p', 'config/tsconfig.examples.json');
