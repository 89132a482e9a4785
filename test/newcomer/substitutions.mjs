/**
 * Where the newcomer's commands differ from those on the page, and nowhere else: the package is not published, so it is
 * installed from its tarball; ports are free ones; and `--quick` installs nothing.
 */
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, unpack } from '../package/pack.mjs';

/** The variable that names the tarball. */
export const TARBALL = 'NEWCOMER_TARBALL';

const CLI = join(root, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');

/** What npm would do with the tarball: the package and its command. */
function unpackInto(folder, tarball) {
  const home = join(folder, 'node_modules', 'tillbridge');
  unpack(tarball, home);
  const command = join(home, 'dist', 'esm', 'cli', 'main.js');
  chmodSync(command, 0o755);
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(command, join(folder, 'node_modules', '.bin', 'tillbridge'));
}

/** A fresh project's compiler asks for the types of its test runner, which this repository does not have. */
function standInForVitest(folder) {
  const home = join(folder, 'node_modules', 'vitest');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "name": "vitest", "version": "0.0.0" }');
  writeFileSync(join(home, 'globals.d.ts'), 'export {};\n');
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
    run: (_command, folder, terminals) => {
      unpackInto(folder, terminals.env[TARBALL]);
      standInForVitest(folder);
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
    if (here.startsWith('npx tillbridge sandbox')) return `${here} --port ${places.sandboxPort}`;
    return here.startsWith('npm install') ? here.replace(/\btillbridge\b/, `"$${TARBALL}"`) : here;
  };
  adapt.run = async (command, folder, terminals) => {
    const quick = isQuick && QUICK.find(({ matches }) => matches.test(command));
    return quick ? quick.run(command, folder, terminals) : terminals.type(adapt(command), folder);
  };
  return adapt;
}
