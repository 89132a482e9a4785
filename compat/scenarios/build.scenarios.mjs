/** The builders of Nest's command line. */
import { lastLine } from '../harness/commands.mjs';
import { complaintOf, complaintOfSale } from '../harness/plain-host.mjs';
import { nest, writeProject } from '../harness/project.mjs';

const PACKAGES = ['@nestjs/cli', '@nestjs/core', 'typeorm', 'typescript'];

/** Starts the built program. @returns the fault, or undefined */
async function startBuilt(bench, { folder, program, loaded }) {
  const printed = await bench.run([program], { cwd: folder, env: { COMPAT_DATABASE: await bench.database() } });
  return complaintOf(lastLine(printed), loaded);
}

async function swc(bench) {
  bench.note(...PACKAGES, '@swc/cli', '@swc/core');
  const folder = writeProject(bench, { type: 'module', sources: { 'main.express.ts': 'src/main.ts' } });
  await nest(bench, folder, 'build', '--builder', 'swc', '--type-check');
  return startBuilt(bench, { folder, program: 'dist/main.js', loaded: 'esm' });
}

async function rspack(bench) {
  bench.note(...PACKAGES, '@rspack/core');
  const folder = writeProject(bench, { type: 'module', sources: { 'main.express.ts': 'src/main.ts' } });
  await nest(bench, folder, 'build', '--builder', 'rspack');
  return startBuilt(bench, { folder, program: 'dist/main.js', loaded: 'esm' });
}

async function webpack(bench) {
  bench.note(...PACKAGES, 'webpack', 'ts-loader');
  const folder = writeProject(bench, { type: 'commonjs', sources: { 'main.express.ts': 'src/main.ts' } });
  await nest(bench, folder, 'build', '--builder', 'webpack');
  return startBuilt(bench, { folder, program: 'dist/main.js', loaded: 'cjs' });
}

/** All code in one file except TypeORM, which loads its driver at run time. Peers that this shop lacks are ignored. */
const BUNDLED = `const MISSING = ['@nestjs/platform-fastify', '@nestjs/schedule'];
module.exports = (options, webpack) => ({
  ...options,
  externals: { typeorm: 'commonjs typeorm' },
  plugins: [...options.plugins, new webpack.IgnorePlugin({ checkResource: (name) => MISSING.includes(name) })],
});
`;

async function bundled(bench) {
  bench.note(...PACKAGES, 'webpack', 'ts-loader');
  const files = { 'webpack.config.js': BUNDLED };
  const folder = writeProject(bench, { type: 'commonjs', sources: { 'main.express.ts': 'src/main.ts' }, files });
  await nest(bench, folder, 'build', '--builder', 'webpack', '--webpackPath', 'webpack.config.js');
  const printed = await bench.run(['dist/main.js'], { cwd: folder, env: { COMPAT_DATABASE: await bench.database() } });
  return complaintOfSale(lastLine(printed));
}

/** The shop's payments are a library of the workspace, which the application imports by an alias. */
const MONOREPO = {
  'nest-cli.json': {
    collection: '@nestjs/schematics',
    sourceRoot: 'apps/shop/src',
    monorepo: true,
    root: 'apps/shop',
    compilerOptions: { webpack: true, tsConfigPath: 'apps/shop/tsconfig.app.json' },
    projects: {
      shop: {
        type: 'application',
        root: 'apps/shop',
        entryFile: 'main',
        sourceRoot: 'apps/shop/src',
        compilerOptions: { tsConfigPath: 'apps/shop/tsconfig.app.json' },
      },
      payments: {
        type: 'library',
        root: 'libs/payments',
        entryFile: 'index',
        sourceRoot: 'libs/payments/src',
        compilerOptions: { tsConfigPath: 'libs/payments/tsconfig.lib.json' },
      },
    },
  },
  'apps/shop/tsconfig.app.json': {
    extends: '../../tsconfig.json',
    compilerOptions: { outDir: '../../dist/apps/shop' },
    include: ['src/**/*'],
  },
  'apps/shop/src/main.ts': `import { NestFactory } from '@nestjs/core';
import { play } from '@app/payments';

void play((module, options) => NestFactory.create(module, options));
`,
  'libs/payments/tsconfig.lib.json': {
    extends: '../../tsconfig.json',
    compilerOptions: { declaration: true, outDir: '../../dist/libs/payments' },
    include: ['src/**/*'],
  },
  'libs/payments/src/index.ts': "export * from '../../../src/play';\n",
};

async function monorepo(bench) {
  bench.note(...PACKAGES, 'webpack');
  const compiler = { baseUrl: './', paths: { '@app/payments': ['libs/payments/src'] } };
  const folder = writeProject(bench, { type: 'commonjs', sources: {}, compiler, files: MONOREPO });
  await nest(bench, folder, 'build', 'shop');
  return startBuilt(bench, { folder, program: 'dist/apps/shop/main.js', loaded: 'cjs' });
}

export const BUILD_SCENARIOS = [
  {
    id: 'swc',
    title: '`nest build --builder swc`, ESM',
    set: 'project-12',
    node: '24',
    database: 'sqlite',
    play: swc,
  },
  {
    id: 'rspack',
    title: '`nest build --builder rspack`, ESM',
    set: 'project-12',
    node: '22',
    database: 'sqlite',
    play: rspack,
  },
  {
    id: 'webpack',
    title: '`nest build --builder webpack`, CommonJS',
    set: 'project-11',
    node: '20',
    database: 'sqlite',
    play: webpack,
  },
  {
    id: 'webpack-one-file',
    title: 'All packages but TypeORM in one file, by webpack',
    set: 'project-11',
    node: '20',
    database: 'sqlite',
    play: bundled,
  },
  {
    id: 'monorepo',
    title: "An application and a library in Nest's monorepo",
    set: 'project-11',
    node: '22',
    database: 'sqlite',
    play: monorepo,
  },
];
