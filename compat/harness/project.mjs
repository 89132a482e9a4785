/** A project with the layout of `nest new`, inside an installation, with the plain host as its source. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../test/package/pack.mjs';
import { PARTS } from './plain-host.mjs';

const PLAIN = join(root, 'compat', 'hosts', 'plain');

/** The settings of `nest new`, without irrelevant ones. */
const COMPILER = {
  module: 'nodenext',
  moduleResolution: 'nodenext',
  resolvePackageJsonExports: true,
  esModuleInterop: true,
  isolatedModules: true,
  emitDecoratorMetadata: true,
  experimentalDecorators: true,
  target: 'ES2023',
  sourceMap: true,
  outDir: './dist',
  skipLibCheck: true,
  strict: true,
  strictPropertyInitialization: false,
  types: ['node'],
};

/**
 * Writes a new project below the installation of the bench.
 *
 * @param {{ folder: string, row: { id: string } }} bench
 * @param {{ type: 'module' | 'commonjs', sources: Record<string, string>, files?: Record<string, string | object>, compiler?: object }} what
 *   `sources`: names in `src` by files of the plain host; `files`: others, with their content
 * @returns {string} its folder
 */
export function writeProject(bench, { type, sources, files = {}, compiler = {} }) {
  const folder = join(bench.folder, 'projects', bench.row.id);
  rmSync(folder, { recursive: true, force: true });
  const write = (name, content) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  };
  const all = { ...Object.fromEntries(PARTS.map((name) => [name, `src/${name}`])), ...sources };
  for (const [name, target] of Object.entries(all))
    write(target, sourceFor(type, readFileSync(join(PLAIN, name), 'utf8')));
  write('package.json', { name: bench.row.id, private: true, type });
  write('tsconfig.json', { compilerOptions: { ...COMPILER, ...compiler } });
  write('tsconfig.build.json', {
    extends: './tsconfig.json',
    compilerOptions: { rootDir: './src' },
    include: ['src/**/*'],
    exclude: ['node_modules', 'dist', '**/*.spec.ts'],
  });
  write('nest-cli.json', {
    collection: '@nestjs/schematics',
    sourceRoot: 'src',
    compilerOptions: { deleteOutDir: true },
  });
  for (const [name, content] of Object.entries(files)) write(name, content);
  // Nest's builders take the files of this folder for packages, and put all others into the bundle.
  symlinkSync(join(bench.folder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** In a CommonJS project `nest new` writes imports without an ending; bundlers and Jest find no `.js` there. */
const sourceFor = (type, text) => (type === 'module' ? text : text.replace(/(from '\.\/[^']+)\.js'/g, "$1'"));

/** The program of Nest's command line in the installation. */
export const nestProgram = (bench) => join(bench.folder, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');

/** Runs `nest` in a project. */
export const nest = (bench, folder, ...args) => bench.run([nestProgram(bench), ...args], { cwd: folder });
