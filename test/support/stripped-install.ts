import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from './scratch-folder.mjs';

const MODULES = join(process.cwd(), 'node_modules');

/** A project with tillbridge installed, but without some packages. */
export interface StrippedInstall {
  readonly folder: string;
  /** The command line in that project. */
  readonly program: string;
  /** For Node, so that the target of a link is not searched at its real place. */
  readonly nodeOptions: string;
  remove(): void;
}

const packagesIn = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );

/**
 * Makes a project with the built package and all its dependencies except the named packages, which Node does not find
 * there.
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
