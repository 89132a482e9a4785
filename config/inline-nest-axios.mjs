import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** What HttpService consists of. */
const FILES = ['http.service.js', 'http.constants.js'];
const USER = 'shop/client/transport/isolated-http.js';
const COMMONJS = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true };

/**
 * Puts the HttpService of @nestjs/axios into the CommonJS copy. Version 12 is ESM only and fits Nest 11 by its peers, so npm
 * chooses it there too; and a project of Nest 11 is CommonJS, whose Jest loads no ESM.
 */
export function inlineNestAxios(root) {
  const source = join(root, 'node_modules', '@nestjs', 'axios');
  const target = join(root, 'dist', 'cjs', 'nest-axios');
  const licence = `/*!\n@nestjs/axios\n\n${readFileSync(join(source, 'LICENSE'), 'utf8')}*/\n`;
  mkdirSync(target, { recursive: true });
  for (const name of FILES) {
    const { outputText } = ts.transpileModule(readFileSync(join(source, 'dist', name), 'utf8'), {
      compilerOptions: COMMONJS,
    });
    writeFileSync(join(target, name), licence + outputText);
  }
  const user = join(root, 'dist', 'cjs', USER);
  const before = readFileSync(user, 'utf8');
  const after = before.replace('require("@nestjs/axios")', 'require("../../../nest-axios/http.service.js")');
  if (after === before)
    throw new Error(`${USER} does not load @nestjs/axios any more: see config/inline-nest-axios.mjs.`);
  writeFileSync(user, after);
}
