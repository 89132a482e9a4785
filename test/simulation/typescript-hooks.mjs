/** Module hooks: `./x.js` finds `./x.ts` where only that exists, and what is TypeScript is stripped of its types. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const OPTIONS = {
  swcrc: false,
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
};

export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return next(specifier, context);
  const url = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
  return existsSync(url) ? { url: url.href, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), { ...OPTIONS, filename: path });
  return { format: 'module', source: code, shortCircuit: true };
}
