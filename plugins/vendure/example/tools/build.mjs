/** Builds what is missing, in order: the module, the plugin, the example. What is up to date is left alone. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installModule, plugin } from '../../tools/module.mjs';

const example = dirname(dirname(fileURLToPath(import.meta.url)));
const installed = join(example, 'node_modules', 'tillbridge-vendure');
const mark = join(installed, 'dist', '.compiled');
const compiler = join(example, 'node_modules', 'typescript', 'bin', 'tsc');

const compile = (...args) =>
  execFileSync(process.execPath, [compiler, ...args], { cwd: example, stdio: ['ignore', 'inherit', 'inherit'] });

/** When anything in a folder was last changed. */
const changedAt = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, path, name }) => statSync(join(parentPath ?? path, name)).mtimeMs),
  );

/**
 * Compiles the plugin into `node_modules`, against the packages of this folder: as it would be installed from a registry.
 * Its own folder needs no packages for that.
 */
function installPlugin() {
  const source = join(plugin, 'src');
  if (existsSync(mark) && statSync(mark).mtimeMs > changedAt(source)) return;
  console.log('Compiling the plugin …');
  const copy = join(example, 'dist', 'plugin');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  cpSync(source, join(copy, 'src'), { recursive: true });
  cpSync(join(plugin, 'tsconfig.json'), join(copy, 'tsconfig.json'));
  rmSync(join(installed, 'dist'), { recursive: true, force: true });
  compile('-p', copy, '--outDir', join(installed, 'dist'), '--incremental', 'false', '--tsBuildInfoFile', 'null');
  writeFileSync(mark, '');
}

if (!existsSync(compiler)) {
  console.error('Run `npm ci` first, in this folder.');
  process.exit(1);
}
try {
  installModule(example);
  installPlugin();
  compile('-p', 'tsconfig.json');
} catch (error) {
  // The compiler and npm have said what is wrong.
  process.exit(error.status ?? 1);
}
