import { afterEach, expect, it } from '@jest/globals';
import { endAll, tillbridge } from './support/program.js';

/** What Node says under an account that the machine has no name for (a container with `runAsUser`). */
const NAMELESS =
  "import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module'; os.userInfo = () => { throw new Error('uv_os_get_passwd returned ENOENT'); }; syncBuiltinESMExports();";
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NAMELESS)}` };

afterEach(endAll);

it.each([['sync', '--help'], ['orders', 'recheck', '--help'], ['refund', '--help'], ['--help']])(
  'the help of %s %s is there for an account without a name',
  async (...args) => {
    const { exit, out, err } = await tillbridge(args, { env });
    expect([exit, err]).toEqual([0, '']);
    expect(out).toContain('Usage: tillbridge');
  },
);

it.each([
  [['sync', 'S1', '--why', 'asked'], "required option '--by <name>' not specified"],
  [['sync', 'S1', '--why', 'asked', '--by', ' '], 'It must say something.'],
  [['orders', 'recheck', '--status', 'authorised', '--apply', '--why', 'asked'], 'Who does this?'],
])('what such an account does needs a name: %j', async (args, expected) => {
  const { exit, err } = await tillbridge(args, { env });
  expect(exit).toBe(2);
  expect(err).toContain(expected);
  expect(err).not.toMatch(/^\s+at /m);
});
