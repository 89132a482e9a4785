/** Runs specs in a copy of the tree until the first test fails. */
import { relative } from 'node:path';
import { runJest } from './jest-process.mjs';

const literally = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * @param folder - the copy of the tree
 * @param specs - paths, the first one first
 * @param how - `test`: only this one, by its full name; `environment`: of the process
 * @returns {Promise<null | { spec: string | null, test: string | null, why: string }>} null when every test passes
 */
export async function firstFailure(folder, specs, { test, environment } = {}) {
  const named = test === undefined ? [] : [`--testNamePattern=^${literally(test)}$`];
  const { passed, isSilent, ended, spec, ...failure } = await runJest(folder, specs, {
    reporter: 'reporter.mjs',
    args: ['--bail', ...named],
    environment,
  });
  if (passed !== undefined) return null;
  if (isSilent) return { spec: null, test: null, why: 'its tests never end' };
  if (spec === undefined) return { spec: null, test: null, why: `Jest ended: ${ended}` };
  return { test: failure.test, why: failure.why, spec: relative(folder, spec) };
}
