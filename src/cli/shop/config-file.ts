import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TillbridgeConfig } from '../../shop/index.js';
import { CliError } from '../cli-error.js';

const NAMES = ['tillbridge.config.mjs', 'tillbridge.config.js', 'tillbridge.config.cjs'];

/** A configuration and its file. */
export interface LoadedConfig {
  readonly file: string;
  readonly config: TillbridgeConfig;
}

const missing = (where: string): CliError =>
  new CliError({
    code: 'CONFIG_MISSING',
    message: `There is no ${where}.`,
    advice:
      'Call tillbridge in the folder of the shop\'s package.json, or name the file: --config FILE. It says how the shop is opened: `export default defineConfig({ module: async () => (await import("./dist/app.module.js")).AppModule })`, with defineConfig of "tillbridge"; see docs/command-line.md.',
  });

const unusable = (file: string, why: string, advice: string): CliError =>
  new CliError({ code: 'CONFIG_UNUSABLE', message: `${file} cannot be used: ${why}.`, advice });

/**
 * This folder and those above it, up to the nearest package.json. Folders above belong to other projects, and loading a
 * configuration runs it. Without a package.json, only this folder.
 */
function foldersOfProject(folder: string): string[] {
  const folders = [folder];
  for (let here = folder; !existsSync(join(here, 'package.json'));) {
    const above = dirname(here);
    if (above === here) return [folder];
    here = above;
    folders.push(here);
  }
  return folders;
}

/** The configuration's file: the named one, or the first of the usual names in a folder of the project, from here upwards. */
function findConfig(named: string | undefined, folder: string): string {
  if (named !== undefined) {
    const file = resolve(folder, named);
    if (existsSync(file)) return file;
    throw missing(named);
  }
  const files = foldersOfProject(folder).flatMap((each) => NAMES.map((name) => join(each, name)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw missing(`${NAMES[0]} between here and the nearest package.json`);
  return found;
}

/** CommonJS that was compiled from ESM has its default export inside the default. */
function defaultOf(loaded: unknown): unknown {
  const outer: unknown = Reflect.get(Object(loaded), 'default');
  const inner: unknown = Reflect.get(Object(outer), 'default');
  return inner ?? outer;
}

const isConfig = (value: unknown): value is TillbridgeConfig =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'module') === 'function';

/**
 * Finds and loads the configuration.
 *
 * @throws CliError `CONFIG_MISSING`, `CONFIG_UNUSABLE`
 */
export async function loadConfig(named: string | undefined, folder: string): Promise<LoadedConfig> {
  const file = findConfig(named, folder);
  const loaded: unknown = await import(pathToFileURL(file).href).catch((error: Error) => {
    throw unusable(
      file,
      error.message,
      'Mend what it says; the file is loaded as it is, TypeScript must be built first.',
    );
  });
  const config = defaultOf(loaded);
  if (isConfig(config)) return { file, config };
  throw unusable(
    file,
    'its default export has no function `module`',
    'export default defineConfig({ module: async () => (await import("./dist/app.module.js")).AppModule })',
  );
}
