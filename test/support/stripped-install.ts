import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.mjs';

const MODULES = join(process.cwd(), 'node_modules');

/** A project that has tillbridge installed, but lacks packages. */
export interface StrippedInstall {
  readonly folder: string;
  /** The command line as it stands there. */
  readonly program: string;
  /** For Node, so that what a link points to is not looked for where it really stands. */
  readonly nodeOptions: string;
  remove(): void;
}

const packagesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );

/**
 * Makes a project with the built package and everything it needs but the packages named: for Node these are not there.
 *
 * @example
 * const install = stripInstall(['better-sqlite3']);
 */
export function stripInstall(lacking: readonly string[]): StrippedInstall {
  const folder = mkdtempSync(join(scratchFolder(), 'tillbridge-stripped-'));
  const modules = join(folder, 'node_modules');
  const own = join(modules, 'tillbridge');
  mkdirSync(own, { recursive: true });
  cpSync(join(process.cwd(), 'package.json'), join(own, 'package.json'));
  symlinkSync(join(process.cwd(), 'dist'), join(own, 'dist'));
  for (const name of packagesIn(MODULES)) {
    if (name.startsWith('.') || lacking.includes(name)) continue;
    mkdirSync(join(modules, name, '..'), { recursive: true });
    symlinkSync(join(MODULES, name), join(modules, name));
  }
  return {
    folder,
    program: join(own, 'dist/esm/cli/main.js'),
    nodeOptions: '--preserve-symlinks --preserve-symlinks-main',
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
