/** `npm run figures`: prints what test/architecture/figures.spec.ts holds to its limits, measured in the source as it is. */
import { register } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

register('../simulation/typescript-hooks.mjs', import.meta.url);

const { listFiles, readTree } = await import('./source-tree.js');
const { measure } = await import('./figures.js');
const { figuresTable } = await import('./figures-table.js');

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const paths = listFiles(root, 'src').filter((path) => /\.tsx?$/.test(path));
console.log(figuresTable(measure(readTree(root, paths))));
