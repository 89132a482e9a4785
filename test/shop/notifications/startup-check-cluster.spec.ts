import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const MAIN = fileURLToPath(new URL('cluster-probe-main.mjs', import.meta.url));

// Workers of a cluster share what they listen on, a port of chance included: one would judge the application of another.
it('the check at the start reaches its own process, in every worker of a cluster', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN], { timeout: 30_000 });
  expect(JSON.parse(stdout)).toEqual({ wrong: 0, of: 80 });
});
