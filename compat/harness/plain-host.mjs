/** The tiny shop of compat/hosts/plain in an installation: compiled against the published types, started, checked. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { root } from '../../test/package/pack.mjs';
import { runCommand } from './commands.mjs';

const TSC = join(root, 'node_modules', 'typescript7', 'bin', 'tsc');
const COMPILER = {
  target: 'ES2023',
  module: 'nodenext',
  strict: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  skipLibCheck: true,
  types: ['node'],
  rootDir: '.',
  outDir: 'out',
};
/**
 * Common imports of all programs of the host. Listed, because the compiler emits nothing for files that it only finds
 * below a `node_modules`.
 */
export const PARTS = ['settings.ts', 'shop.ts', 'purchase.ts', 'copies.ts', 'play.ts'];

/** The `type` in a package.json. */
const TYPES = { esm: 'module', cjs: 'commonjs' };

/**
 * Compiles programs of the host in the installation at `folder`, in one run of the compiler, because most of its time
 * is for common types.
 *
 * @param {string} folder
 * @param {string[]} files programs of compat/hosts/plain, each as `esm/…` or `cjs/…`
 */
export async function compileHost(folder, files) {
  const hosts = join(folder, 'hosts');
  const modules = [...new Set(files.map((file) => file.split('/')[0]))];
  for (const module of modules) {
    for (const place of [hosts, join(hosts, 'out')]) {
      mkdirSync(join(place, module), { recursive: true });
      writeFileSync(join(place, module, 'package.json'), JSON.stringify({ type: TYPES[module] }));
    }
    cpSync(join(root, 'compat', 'hosts', 'plain'), join(hosts, module), { recursive: true });
  }
  const parts = modules.flatMap((module) => PARTS.map((part) => `${module}/${part}`));
  writeFileSync(
    join(hosts, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER, files: [...files, ...parts] }),
  );
  await runCommand(process.execPath, [TSC, '-p', 'tsconfig.json'], { cwd: hosts });
}

/** The folder of the compiled programs of one module kind. */
export const compiledFolder = (folder, module) => join(folder, 'hosts', 'out', module);

const SOLD = { paid: true, reserved: 1, refunded: true };
const ANSWERED = {
  genuine: { status: 200, body: 'OK' },
  forged: { status: 401, body: 'refused' },
  knowsOtherCopy: true,
};

const part = (value, like) =>
  typeof like === 'object' ? Object.fromEntries(Object.keys(like).map((key) => [key, value?.[key]])) : value;

function difference(seen, expected) {
  const wrong = Object.entries(expected).find(([name, value]) => !isDeepStrictEqual(part(seen[name], value), value));
  return wrong && `${wrong[0]} is ${JSON.stringify(seen[wrong[0]])}, not ${JSON.stringify(wrong[1])}`;
}

/** The fault in a sale, from a host's output; undefined if all is well. */
export function complaintOfSale(seen) {
  const acknowledged = seen.verdicts?.includes('acknowledged');
  const silence = acknowledged ? undefined : `no notification was acknowledged: ${JSON.stringify(seen.verdicts)}`;
  return difference(seen, SOLD) ?? silence;
}

/**
 * The fault in a host's complete output: the sale, its answers to strangers, and the loaded copy.
 *
 * @param {Record<string, unknown>} seen
 * @param {'esm' | 'cjs'} loaded
 * @returns {string | undefined} undefined if all is well
 */
export function complaintOf(seen, loaded) {
  return complaintOfSale(seen) ?? difference(seen, { ...ANSWERED, loaded });
}
