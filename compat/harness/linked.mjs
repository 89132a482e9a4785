/** Installations for the cheap part: below this repository, so that Node finds its packages in the parent folders. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, scratchFolder, unpack } from '../../test/package/pack.mjs';

/** Peers that the lock file lacks, the database driver and the validator, come from the repository. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefer-offline'];

const installed = new Map();

function install(set, tarball) {
  const folder = scratchFolder(set);
  installed.set(set, folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  if (set === 'here-nest11') {
    for (const name of ['package.json', 'package-lock.json']) {
      copyFileSync(join(root, 'compat', 'hosts', 'nest11', name), join(folder, name));
    }
    execFileSync('npm', INSTALL, { cwd: folder, stdio: 'pipe' });
  }
  // A real folder and not a link: Node follows links, and the package would find this repository's own parts.
  unpack(tarball, join(folder, 'node_modules', 'tillbridge'));
  return folder;
}

export const isLinked = (set) => set.startsWith('here');

/** The folder of such an installation, created at first use; it is deleted with this process. */
export const linkedSet = (set, tarball) => installed.get(set) ?? install(set, tarball);
