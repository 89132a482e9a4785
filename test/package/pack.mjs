/** Packs the built package as `npm publish` would, and unpacks the result to be looked at. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/**
 * A fresh folder below `node_modules/.cache`: ignored by git and by every check, and close enough to the root for Node
 * to find the peer dependencies by walking up, as it does in a shop that hoists them.
 */
export function scratchFolder(name) {
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  return mkdtempSync(join(cache, `tillbridge-${name}-`));
}

/** Runs `work` in a fresh folder and removes it afterwards, whatever happened. */
export async function inScratchFolder(name, work) {
  const folder = scratchFolder(name);
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Writes the tarball into `folder` and returns its path with the list of files inside. The build is not repeated. */
export function pack(folder) {
  if (!existsSync(join(root, 'dist', 'cjs', 'index.js'))) {
    throw new Error('There is no build to pack. Run `npm run build` first.');
  }
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const printed = execFileSync('npm', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(printed);
  return { tarball: join(folder, packed.filename), files: packed.files.map((file) => file.path).sort() };
}

/** Unpacks a tarball so that its `package.json` stands in `folder`. */
export function unpack(tarball, folder) {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
}

/** Runs a dependency's command with this Node, so that no shell or PATH is needed. Output is returned, not printed. */
export function runBinary(packageName, binary, args, options = {}) {
  const home = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
  const script = join(home, typeof bin === 'string' ? bin : bin[binary]);
  return execFileSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8', ...options });
}
