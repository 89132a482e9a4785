/** Module hooks: `./x.js` finds `./x.ts` or `./x.tsx` where only that exists, and what is TypeScript is stripped of its types. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { SWC_OPTIONS } from '../../config/swc-options.mjs';

const TYPED = /\.tsx?$/;

export async function resolve(specifier, context, next) {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js')) return next(specifier, context);
  for (const ending of ['.ts', '.tsx']) {
    const url = new URL(specifier.replace(/\.js$/, ending), context.parentURL);
    if (existsSync(url)) return { url: url.href, shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!TYPED.test(url)) return next(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), { ...SWC_OPTIONS, filename: path });
  return { format: 'module', source: code, shortCircuit: true };
}
