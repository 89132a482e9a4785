import { readFileSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';

/** The path of package.json, relative to the program: `dist/esm/cli/main.js`. */
const FROM_PROGRAM = '../../../../package.json';

/**
 * The version of the package that a program belongs to.
 *
 * @param program - its file, as passed to Node; npm calls it through a link in `node_modules/.bin`
 */
export function versionOf(program: string): string {
  const manifest = JSON.parse(readFileSync(resolve(realpathSync(program), FROM_PROGRAM), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
