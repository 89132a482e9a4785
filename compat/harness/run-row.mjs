/** Runs a row to its end. Every result, also a failure, is a value. */
import { join } from 'node:path';
import { followPath } from '../../test/newcomer/path.mjs';
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

/** Jest with its defaults, except that it ignores files below a `node_modules`, where the installation is. */
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

/** Follows a page from an empty folder to a paid order. It fails if that takes longer than five minutes. */
async function playNewcomer(bench) {
  const { nest, http, database, by } = bench.row;
  const { seconds, isInTime } = await followPath(
    { nest, http, database, by },
    { isBorrowing: true, say: () => undefined },
  );
  bench.seconds = Math.round(seconds);
  return isInTime ? undefined : 'paid, but not within five minutes';
}

const PLAYS = { pairs: playPairs, merge: playMerge, newcomer: playNewcomer };
const playOf = ({ kind, id }) => PLAYS[kind] ?? SCENARIOS.find((scenario) => scenario.id === id).play;

/**
 * @param {object} row one of compat/matrix
 * @param {{ tarball: string, databases: import('./databases.mjs').Databases, key: string }} parts
 * @returns {Promise<{ id: string, outcome: 'passed' | 'failed' | 'not run', reason?: string, versions: Record<string, string>, seconds?: number }>}
 */
export async function runRow(row, parts) {
  const bench = new Bench(row, parts);
  const result = (outcome, reason) => ({
    id: row.id,
    outcome,
    ...(reason && { reason }),
    ...(bench.seconds && { seconds: bench.seconds }),
    versions: bench.versions,
  });
  try {
    await bench.prepare();
    const complaint = await playOf(row)(bench);
    return complaint ? result('failed', complaint) : result('passed');
  } catch (error) {
    return result(error instanceof NotHere ? 'not run' : 'failed', error.message);
  }
}
