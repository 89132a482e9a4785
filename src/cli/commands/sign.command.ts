import type { Command } from 'commander';
import { keyId, sign } from '../../protocol/index.js';
import { SystemClock } from '../../support/index.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { assertOneFromInput, readBytes } from '../inputs/bytes.input.js';
import { readOneKey, withKeyFlags, type KeyFlags } from '../inputs/key.input.js';
import { readTime } from '../inputs/time.input.js';

interface SignFlags extends KeyFlags {
  readonly body: string;
  readonly at?: number;
}

const HELP = `
The header alone is printed, for a script:
  auth=$(tillbridge sign --body body.json --key-env WEB_API_KEY)
  curl -H "Auth: $auth" -H 'Content-Type: application/json' --data-binary @body.json "$URL?transactionid=A-1&timestamp=$(date +%s)"

tillbridge send does all of that.`;

/** `tillbridge sign`: the `Auth` header of a body (spec §5.2). */
export function signCommand(): Command {
  const made = command('sign')
    .requiredOption('--body <file>', 'the body, byte for byte as it is to be sent; - for standard input')
    .option('--at <time>', 'when it is signed (default: now)', readTime);
  return does<SignFlags>(withKeyFlags(made).addHelpText('after', HELP), signNow);
}

const signNow: Work<SignFlags> = async ({ flags }) => {
  assertOneFromInput([flags.body, ...flags.keyFile]);
  const { key } = await readOneKey(flags);
  const body = await readBytes(flags.body);
  const timestamp = Math.floor((flags.at ?? new SystemClock().now()) / 1000);
  const auth = sign({ timestamp, body, key });
  return {
    exit: EXIT.done,
    json: { auth, timestamp, bytes: body.length, fingerprint: keyId(key) },
    text: () => auth,
  };
};
