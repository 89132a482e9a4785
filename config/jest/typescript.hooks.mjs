/** Node's loader for the suite: `.js` means `.ts`, `tillbridge` means src, and what lies in test/ belongs to one spec file. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compiled from './compiled.cjs';

const ROOT = new URL('../../', import.meta.url);
const TESTS = new URL('test/', ROOT).href;
const GLOBALS = new URL('jest-globals.mjs', import.meta.url).href;
const SPEC = /\?spec=\d+$/;
const TYPESCRIPT = /\.tsx?$/;

/** The URL of the source of a specifier; undefined where it is none of ours. */
function sourceUrl(specifier, parentUrl) {
  const [, own, entry] = /^(tillbridge)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (own) return new URL(entry ? `src/${entry}/index.ts` : 'src/index.ts', ROOT);
  if (!/^\.\.?\/.*\.js$/.test(specifier)) return undefined;
  const written = new URL(specifier, parentUrl);
  return ['', '.ts', '.tsx']
    .map((extension) => (extension ? new URL(written.href.replace(/\.js$/, extension)) : written))
    .find((url) => existsSync(url));
}

/** Helpers of the suite may keep state of a file, so each spec file has its own; sources and packages are shared. */
function ofSpec(url, parentUrl) {
  const [spec] = SPEC.exec(parentUrl ?? '') ?? [];
  return spec && url.startsWith(TESTS) && !SPEC.test(url) ? url + spec : url;
}

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: GLOBALS, format: 'module', shortCircuit: true };
  const source = sourceUrl(specifier, context.parentURL);
  if (source) return { url: ofSpec(source.href, context.parentURL), shortCircuit: true };
  const found = await next(specifier, context);
  return { ...found, url: ofSpec(found.url, context.parentURL) };
}

export async function load(url, context, next) {
  const file = url.replace(SPEC, '');
  if (!file.startsWith(ROOT.href) || !TYPESCRIPT.test(file)) return next(url, context);
  return { format: 'module', source: compiled.compiledCode(fileURLToPath(file)), shortCircuit: true };
}
