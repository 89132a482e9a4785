/** Puts the module, as it would be published, into `node_modules`: packed and unpacked, for a link would lead to the repository's own packages. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The plugin's folder. */
export const plugin = dirname(dirname(fileURLToPath(import.meta.url)));
/** The repository's. */
export const root = join(plugin, '..', '..');
const built = join(root, 'dist', 'cjs', 'index.js');

const npm = (folder, ...args) => execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });

/**
 * Builds the module where that has not been done, and unpacks it unless it is there as it was built last.
 *
 * @param {string} project in whose `node_modules` it belongs
 */
export function installModule(project = plugin) {
  const home = join(project, 'node_modules', 'tillbridge');
  const mark = join(home, '.unpacked');
  if (!existsSync(join(root, 'node_modules'))) {
    console.log('Installing what the module is built with; this takes some minutes …');
    npm(root, 'ci', '--no-audit', '--no-fund');
  }
  if (!existsSync(built)) {
    console.log('Building the module …');
    npm(root, 'run', '--silent', 'build');
  }
  if (existsSync(mark) && statSync(mark).mtimeMs > statSync(built).mtimeMs) return;
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-pack-'));
  try {
    npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder);
    const [tarball] = readdirSync(folder);
    // What npm has put beside it, such as a second version of a dependency, stays.
    for (const name of ['dist', 'config']) rmSync(join(home, name), { recursive: true, force: true });
    mkdirSync(home, { recursive: true });
    execFileSync('tar', ['-xzf', join(folder, tarball), '--strip-components=1', '-C', home]);
    writeFileSync(mark, '');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
