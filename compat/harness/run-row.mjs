/** Runs a row to its end. Whatever happens in it, the result is a value. */
import { join } from 'node:path';
import { root } from '../../test/package/pack.mjs';
import { SCENARIOS } from '../scenarios/index.mjs';
import { Bench } from './bench.mjs';
import { NotHere } from './not-here.mjs';
import { compiledFolder } from './plain-host.mjs';

async function playPairs(bench) {
  const { http, module } = bench.row;
  const program = `main.${http}.ts`;
  bench.note('@nestjs/core', `@nestjs/platform-${http}`, 'typeorm');
  await bench.compile([`${module}/${program}`]);
  return bench.judge(module, program, { COMPAT_DATABASE: await bench.database() });
}

/** A Jest as it comes, but for this: it leaves out what lies below a `node_modules`, where the installation is. */
const JEST = {
  testRegex: '\\.spec\\.js$',
  transform: {},
  testPathIgnorePatterns: [],
  haste: { retainAllFiles: true },
};

async function runSpec(bench, env) {
  const cwd = compiledFolder(bench.folder, bench.row.module);
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const settings = JSON.stringify({ rootDir: cwd, ...JEST });
  await bench.run(['--experimental-vm-modules', jest, `--config=${settings}`], { cwd, env });
}

async function playMerge(bench) {
  const { module, program, files } = bench.row;
  bench.note('@nestjs/core', '@nestjs/axios', 'typeorm');
  await bench.compile(files);
  const env = { COMPAT_DATABASE: await bench.database() };
  return program.endsWith('.spec.ts') ? runSpec(bench, env) : bench.judge(module, program, env);
}

const PLAYS = { pairs: playPairs, merge: playMerge };
const playOf = ({ kind, id }) => PLAYS[kind] ?? SCENARIOS.find((scenario) => scenario.id === id).play;

/**
 * @param {object} row one of compat/matrix
 * @param {{ tarball: string, databases: import('./databases.mjs').Databases, key: string }} parts
 * @returns {Promise<{ id: string, outcome: 'passed' | 'failed' | 'not run', reason?: string, versions: Record<string, string> }>}
 */
export async function runRow(row, parts) {
  const bench = new Bench(row, parts);
  const result = (outcome, reason) => ({ id: row.id, outcome, ...(reason && { reason }), versions: bench.versions });
  try {
    await bench.prepare();
    const complaint = await playOf(row)(bench);
    return complaint ? result('failed', complaint) : result('passed');
  } catch (error) {
    return result(error instanceof NotHere ? 'not run' : 'failed', error.message);
  }
}
