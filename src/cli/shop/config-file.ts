import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TillbridgeConfig } from '../../shop/index.js';
import { CliError } from '../cli-error.js';

const NAMES = ['tillbridge.config.mjs', 'tillbridge.config.js', 'tillbridge.config.cjs'];

/** A configuration and where it stands. */
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

/** The configuration's file: the one named, or the first of the usual names in this folder or one above it. */
function findConfig(named: string | undefined, folder: string): string {
  if (named !== undefined) {
    const file = resolve(folder, named);
    if (existsSync(file)) return file;
    throw missing(named);
  }
  for (let here = folder; ; here = dirname(here)) {
    const found = NAMES.map((name) => join(here, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (here === dirname(here)) throw missing(`${NAMES[0]} here or above`);
  }
}

/** CommonJS that was compiled from ESM keeps its default inside the default. */
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
