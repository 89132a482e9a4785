/**
 * Where the newcomer's commands differ from those on the page, and nowhere else: the package is not published, so it is
 * installed from its tarball; ports are free ones; a newcomer who chooses another Nest, adapter or database names it; and `--quick` installs nothing and compiles with the faster compiler.
 */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package/pack.mjs';
import { borrowDriver } from '../schematics/installed-project.mjs';
import { COMPILER, installPackage, standInForRunners } from '../schematics/project.mjs';
import { afterNestAdd, beforeNestAdd } from './edits.mjs';
import { extraPackages, packagesFor } from './variants.mjs';

/** The variable that names the tarball. */
export const TARBALL = 'NEWCOMER_TARBALL';

const CLI = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');

/** What `nest start` does, by the compiler in Go. */
const START = `"${process.execPath}" "${COMPILER}" -p tsconfig.build.json && "${process.execPath}" dist/main.js`;

/** What npm would do with the tarball: the package and its command. */
function installInto(folder) {
  const home = join(folder, 'node_modules', 'tillbridge');
  installPackage(home);
  const command = join(home, 'dist', 'esm', 'cli', 'main.js');
  chmodSync(command, 0o755);
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(command, join(folder, 'node_modules', '.bin', 'tillbridge'));
}

const NEST = `"${process.execPath}" "${CLI}"`;
const isInstall = (command) => command.startsWith('npm install ');
const isNestAdd = (command) => command === 'npx nest add tillbridge';
const isNew = (command) => command.startsWith('npx @nestjs/cli new ');

/** What `--quick` types in the place of commands that install; nothing where there is nothing to do. */
function quickly(command, folder) {
  if (isNew(command)) return `${command.replace(/^npx \S+/, NEST)} --skip-install --skip-git`;
  if (isNestAdd(command) || /\btillbridge\b/.test(command)) {
    installInto(folder);
    standInForRunners(folder);
  }
  return isNestAdd(command) ? `${NEST} add tillbridge --skip-install` : undefined;
}

/** What is typed for a command that installs: the tarball, the version of Nest, and what the shop chose besides. */
function installing(variant, command, isNamed) {
  const extra = extraPackages(variant).join(' ');
  if (isNew(command)) return isNamed ? command.replace('@nestjs/cli', `@nestjs/cli@${variant.nest}`) : command;
  if (isNestAdd(command)) {
    return `npm install "$${TARBALL}" ${extra} && npx nest add tillbridge --skip-install && npm install`;
  }
  const named = packagesFor(variant, command).replace(/\btillbridge\b/, `"$${TARBALL}"`);
  return command.includes('better-sqlite3') ? `${named} ${extra}`.trimEnd() : named;
}

/** Types a command that installs, and does what goes with it. */
async function install({ isQuick, isBorrowing, variant }, command, { folder, terminals }) {
  if (isNestAdd(command)) beforeNestAdd(folder, variant);
  const typed = isQuick ? quickly(command, folder) : installing(variant, command, isBorrowing);
  const scripts = isBorrowing && !isQuick ? 'npm_config_ignore_scripts=true; export npm_config_ignore_scripts; ' : '';
  const printed = typed === undefined ? '' : await terminals.type(`${scripts}${typed}`, folder);
  if (scripts !== '') borrowDriver(folder);
  if (isNestAdd(command)) afterNestAdd(folder, variant);
  return printed;
}

/**
 * How the commands of the page are typed in one run.
 *
 * @param {{ isQuick?: boolean, isBorrowing?: boolean, variant: object, places: { shop: string, sandboxPort: number } }} run
 */
export function commandsFor(run) {
  const { isQuick, places } = run;
  const adapt = (command) => {
    const here = command.replaceAll('http://localhost:3000', places.shop);
    if (isQuick && here === 'npm start') return START;
    return here.startsWith('npx tillbridge sandbox') ? `${here} --port ${places.sandboxPort}` : here;
  };
  adapt.run = (command, folder, terminals) =>
    isNew(command) || isInstall(command) || isNestAdd(command)
      ? install(run, command, { folder, terminals })
      : terminals.type(adapt(command), folder);
  return adapt;
}
