/** Module hooks: `./x.js` finds `./x.ts` or `./x.tsx` where only that exists, and what is TypeScript is stripped of its types. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const TYPED = /\.tsx?$/;

/** As the suite compiles it (config/jest.config.mjs): Nest and TypeORM go by the types of what is decorated. */
const optionsOf = (tsx) => ({
  swcrc: false,
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    parser: { syntax: 'typescript', decorators: true, tsx },
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      useDefineForClassFields: false,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
});

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
  const options = { ...optionsOf(path.endsWith('.tsx')), filename: path };
  const { code } = await transform(await readFile(path, 'utf8'), options);
  return { format: 'module', source: code, shortCircuit: true };
}
