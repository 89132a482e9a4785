/**
 * Builds the dashboard of a Vendure shop with the plugin's part of it, and sees it in Chromium: `npm run test:dashboard`.
 * Its packages are heavy, and stand in `dashboard-test`, apart from those of the plugin.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installModule, plugin, root } from './module.mjs';

const folder = join(plugin, 'dashboard-test');
const packages = join(folder, 'node_modules');
/** `--no-types`, `--no-build`: what was done before, and has not changed. */
const skips = new Set(process.argv.slice(2));

const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: 'inherit' });

/** Unless it was done with this lock file: it takes minutes. */
function install() {
  const mark = join(packages, '.installed');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lock) return;
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline');
  writeFileSync(mark, lock);
}

/** The driver of SQLite as it was compiled for the plugin or the repository. */
function copyDriver() {
  const built = (home) => join(home, 'node_modules', 'better-sqlite3', 'build', 'Release', 'better_sqlite3.node');
  const target = built(folder);
  const source = [plugin, root].map(built).find(existsSync);
  if (existsSync(target)) return;
  if (!source) return run('npm', 'rebuild', 'better-sqlite3');
  mkdirSync(join(target, '..'), { recursive: true });
  cpSync(source, target);
}

/** The plugin and the module as they would be installed, with the suite's support beside it. */
function putPlugin() {
  const home = join(packages, 'tillbridge-vendure');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  for (const part of ['package.json', 'dist']) cpSync(join(plugin, part), join(home, part), { recursive: true });
  cpSync(join(plugin, 'test', 'fixtures'), join(home, 'test', 'fixtures'), { recursive: true });
  installModule(folder);
}

/** Checks the types of the plugin's part alone: Vendure ships sources, which are not ours to judge. */
function checkTypes() {
  const compiler = join(packages, 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.json', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const ours = stdout.split('\n').filter((line) => line.startsWith('../src/dashboard'));
  if (ours.length > 0) throw new Error(`the dashboard's part does not compile:\n${ours.join('\n')}`);
}

function testPages() {
  const data = mkdtempSync(join(tmpdir(), 'tillbridge-vendure-'));
  const env = {
    ...process.env,
    TILLBRIDGE_VENDURE_FOLDER: data,
    TILLBRIDGE_VENDURE_ENGINES: 'sqlite',
    TILLBRIDGE_VENDURE_POSTGRES: '',
    VENDURE_DISABLE_TELEMETRY: 'true',
  };
  const node = (...args) => spawnSync(process.execPath, args, { cwd: folder, env, stdio: 'inherit' }).status ?? 1;
  try {
    process.exitCode =
      node(join(packages, 'tillbridge-vendure', 'dist', 'test', 'support', 'populate.js')) ||
      node('--test', '--test-concurrency=1', '--test-reporter=spec', 'pages.test.mjs');
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

execFileSync(process.execPath, [join(plugin, 'tools', 'compile.mjs')], { cwd: plugin, stdio: 'inherit' });
install();
copyDriver();
putPlugin();
if (!skips.has('--no-types')) checkTypes();
if (!skips.has('--no-build')) run(process.execPath, join(packages, 'vite', 'bin', 'vite.js'), 'build');
testPages();
