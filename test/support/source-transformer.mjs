/**
 * Puts in the place of a source a module that exports what source-modules.mjs has loaded of it. Jest still sees which spec
 * imports which source.
 */
import { transformSync } from '@swc/core';
import { parse } from 'es-module-lexer/js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SWC_OPTIONS } from '../../config/swc-options.mjs';
import { sourceAt } from './source-modules.mjs';

const ownText = readFileSync(fileURLToPath(import.meta.url), 'utf8');

/** The names that a source exports. Compiled first, because the name of a type is no export. */
function namesIn(path, text = readFileSync(path, 'utf8')) {
  const { code } = transformSync(text, { ...SWC_OPTIONS, filename: path });
  const [imported, exported] = parse(code);
  const names = new Set(exported.map(({ n }) => n));
  // Listed by name: what two modules export in this way would be exported by neither, because each has a value of its own.
  for (const { n: from } of imported.filter(({ ss }) => code.startsWith('export * from', ss))) {
    for (const name of namesIn(sourceAt(path, from))) names.add(name);
  }
  return names;
}

function moduleFor(path, names) {
  return [
    `const $ = await runSource(${JSON.stringify(path)}, (name) => import(name));`,
    ...[...names].map((name, index) => `const $${index} = $.${name}; export { $${index} as ${name} };`),
  ].join('\n');
}

export default {
  // Other files have a part in the names.
  getCacheKey: (text, path) =>
    createHash('sha256')
      .update(`${ownText}\0${moduleFor(path, namesIn(path, text))}`)
      .digest('hex'),
  process: (text, path) => ({ code: moduleFor(path, namesIn(path, text)) }),
};
