/**
 * Where the newcomer's commands differ from those on the page, and nowhere else: the package is not published, so it is
 * installed from its tarball; ports are free ones; and `--quick` installs nothing and compiles with the faster compiler.
 */
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../package/pack.mjs';
import { COMPILER, installPackage, standInForRunners } from '../schematics/project.mjs';

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

/** What `--quick` does in the place of commands that install. */
const QUICK = [
  {
    matches: /^npx @nestjs\/cli\S* new (\S+)/,
    run: (command, folder, terminals) =>
      terminals.type(
        `"${process.execPath}" "${CLI}" ${command.replace(/^\S+ \S+ /, '')} --skip-install --skip-git`,
        folder,
      ),
  },
  {
    matches: /^npm install .*\btillbridge\b/,
    run: (_command, folder) => {
      installInto(folder);
      standInForRunners(folder);
      return '';
    },
  },
  { matches: /^npm install /, run: () => '' },
];

/**
 * How the commands of the page are typed in one run.
 *
 * @param {{ isQuick: boolean, places: { shop: string, sandboxPort: number } }} run
 */
export function commandsFor({ isQuick, places }) {
  const adapt = (command) => {
    const here = command.replaceAll('http://localhost:3000', places.shop);
    if (isQuick && here === 'npm start') return START;
    if (here.startsWith('npx tillbridge sandbox')) return `${here} --port ${places.sandboxPort}`;
    return here.startsWith('npm install') ? here.replace(/\btillbridge\b/, `"$${TARBALL}"`) : here;
  };
  adapt.run = async (command, folder, terminals) => {
    const quick = isQuick && QUICK.find(({ matches }) => matches.test(command));
    return quick ? quick.run(command, folder, terminals) : terminals.type(adapt(command), folder);
  };
  return adapt;
}
