/** The tests of a shop in its own test runner, and its watch mode. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine, untilPrinted } from '../harness/commands.mjs';
import { complaintOfSale } from '../harness/plain-host.mjs';
import { nestProgram, writeProject } from '../harness/project.mjs';

const SPEC = { 'payment.spec.ts': 'src/payment.spec.ts' };

/** The Jest settings in the package.json of `nest new` of NestJS 11. */
const JEST = {
  moduleFileExtensions: ['js', 'json', 'ts'],
  rootDir: 'src',
  testRegex: '.*\\.spec\\.ts$',
  transform: { '^.+\\.(t|j)s$': 'ts-jest' },
  testEnvironment: 'node',
};

async function jest(bench) {
  bench.note('@nestjs/core', '@nestjs/testing', 'typeorm', 'jest', 'ts-jest', 'typescript');
  const files = { 'jest.config.json': JEST };
  const folder = writeProject(bench, { type: 'commonjs', sources: SPEC, files });
  const program = join(bench.folder, 'node_modules', 'jest', 'bin', 'jest.js');
  const env = { COMPAT_DATABASE: await bench.database() };
  await bench.run([program, '-c', 'jest.config.json'], { cwd: folder, env });
}

const VITEST = `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { globals: true, root: './', include: ['**/*.spec.ts'] } });
`;

async function vitest(bench) {
  bench.note('@nestjs/core', '@nestjs/testing', 'typeorm', 'vitest', 'vite');
  const folder = writeProject(bench, { type: 'module', sources: SPEC, files: { 'vitest.config.ts': VITEST } });
  const spec = join(folder, 'src', 'payment.spec.ts');
  writeFileSync(spec, readFileSync(spec, 'utf8').replace("'@jest/globals'", "'vitest'"));
  const program = join(bench.folder, 'node_modules', 'vitest', 'vitest.mjs');
  const env = { COMPAT_DATABASE: await bench.database() };
  await bench.run([program, 'run'], { cwd: folder, env });
}

/** The line of a release, once the shop has printed it. */
async function release(command, name) {
  await untilPrinted(command, (text) => text.includes(`{"release":"${name}"`), 120_000);
  const line = command
    .output()
    .split('\n')
    .find((line) => line.startsWith(`{"release":"${name}"`));
  return lastLine(line);
}

async function hotReload(bench) {
  bench.note('@nestjs/cli', '@nestjs/core', 'typeorm');
  const sources = { 'main.reloaded.ts': 'src/main.ts', 'release.ts': 'src/release.ts' };
  const folder = writeProject(bench, { type: 'module', sources });
  const env = { COMPAT_DATABASE: await bench.database() };
  const command = bench.start([nestProgram(bench), 'start', '--watch'], { cwd: folder, env });
  try {
    await release(command, 'one');
    writeFileSync(join(folder, 'src', 'release.ts'), "export const RELEASE = 'two';\n");
    const seen = await release(command, 'two');
    return seen.knowsFirst ? complaintOfSale(seen) : 'the second release does not know the sale of the first';
  } finally {
    await command.stop();
  }
}

export const RUNNER_SCENARIOS = [
  {
    id: 'jest',
    title: "A shop's test in Jest (CommonJS, ts-jest)",
    set: 'project-11',
    node: '20',
    database: 'sqlite',
    play: jest,
  },
  {
    id: 'vitest',
    title: "A shop's test in Vitest",
    set: 'project-12',
    node: '22',
    database: 'sqlite',
    play: vitest,
  },
  {
    id: 'hot-reload',
    title: '`nest start --watch`: a file changes, the next payment passes',
    set: 'project-12',
    node: '22',
    database: 'sqlite',
    play: hotReload,
  },
];
