import type { Command } from 'commander';
import { keyId } from '../../protocol/index.js';
import { instantText, SystemClock } from '../../support/index.js';
import { usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { assertOneFromInput, readBytes } from '../inputs/bytes.input.js';
import { readKeys, withKeyFlags, type KeyFlags } from '../inputs/key.input.js';
import { readTime } from '../inputs/time.input.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { diagnose, type Diagnosis, type NamedKey } from '../signature/diagnosis.js';
import type { SignatureFinding } from '../signature/finding.types.js';
import { spanText } from '../wording.js';

interface VerifyFlags extends KeyFlags {
  readonly auth?: string;
  readonly authFile?: string;
  readonly body: string;
  readonly address?: string;
  readonly at?: number;
}

const HELP = `
The body must be the bytes as they came: a file written by the web server, not copied from a log. Without --at, it is judged
as if it arrived now; one that was kept needs the time at which it arrived.

Example:
  tillbridge verify --body body.json --auth "$AUTH" --at 2026-01-31T10:00:05Z --key-env WEB_API_KEY`;

/** `tillbridge verify`: whether a body and header are authentic, and if not, why. */
export function verifyCommand(): Command {
  const made = command('verify')
    .requiredOption('--body <file>', 'the body as it came, - for standard input')
    .option('--auth <header>', 'the Auth header as it came')
    .option('--auth-file <file>', 'file that holds the Auth header, - for standard input')
    .option('--address <url>', 'the address it came to with its query, to be looked at too')
    .option('--at <time>', 'when it arrived (default: now)', readTime);
  return does<VerifyFlags>(withKeyFlags(made).addHelpText('after', HELP), verifyNow);
}

const verifyNow: Work<VerifyFlags> = async ({ flags }) => {
  assertOneFromInput([flags.body, flags.authFile, ...flags.keyFile]);
  const keys = await readKeys(flags);
  const header = await headerOf(flags);
  const body = await readBytes(flags.body);
  const nowMs = flags.at ?? new SystemClock().now();
  const diagnosis = diagnose({ header, body, keys, address: flags.address ?? null, nowMs });
  return reportOf(diagnosis, keys, nowMs);
};

async function headerOf({ auth, authFile }: VerifyFlags): Promise<string> {
  if ((auth === undefined) === (authFile === undefined)) {
    throw usageError('The Auth header has to be given exactly once.', 'Give --auth HEADER, or --auth-file FILE.');
  }
  // Editors add a line break at the end of a file; it is not part of the header.
  return auth ?? (await readBytes(authFile!)).toString('utf8').replace(/\r?\n$/, '');
}

function reportOf(diagnosis: Diagnosis, keys: readonly NamedKey[], nowMs: number): Report {
  const { authentic, findings } = diagnosis;
  const keysTried = keys.map(({ name, key }) => ({ name, fingerprint: keyId(key) }));
  return {
    exit: authentic && findings.length === 0 ? EXIT.done : EXIT.no,
    json: { ...diagnosis, judgedAt: nowMs, keysTried },
    text: (style) =>
      [
        headline(diagnosis, nowMs, style),
        ...findings.map((each) => findingText(each, style)),
        ...triedIn(diagnosis, keysTried),
      ].join('\n'),
  };
}

const REASONS: Readonly<Record<NonNullable<Diagnosis['reason']>, string>> = {
  missing: 'there is no Auth header',
  malformed: 'the Auth header is not as it should be',
  stale: 'it is too old',
  future: 'it is from the future',
  mismatch: 'the signature does not fit',
};

function headline({ authentic, reason, key, signedAt }: Diagnosis, nowMs: number, { good, bad }: TextStyle): string {
  const verdict = authentic ? good('Authentic.') : bad(`Not authentic: ${REASONS[reason!]}.`);
  const by = key
    ? ` ${authentic ? 'Signed' : 'Otherwise it is signed'} by the key in ${printable(key.name)} (${key.fingerprint}).`
    : '';
  const when = signedAt === null ? '' : ` Signed at ${instantText(signedAt)}, ${apart(signedAt, nowMs)}.`;
  return `${verdict}${by}${when}`;
}

const apart = (signedAt: number, nowMs: number): string =>
  `${spanText(Math.abs(nowMs - signedAt))} ${signedAt > nowMs ? 'after' : 'before'} ${instantText(nowMs)}`;

const findingText = ({ code, certain, what, fix }: SignatureFinding, { bold, dim }: TextStyle): string =>
  `\n${bold(certain ? code : `${code} (likely)`)}\n  ${what}\n  ${dim(fix)}`;

const triedIn = ({ key }: Diagnosis, tried: readonly { name: string; fingerprint: string }[]): readonly string[] =>
  key
    ? []
    : [`\nKeys tried: ${tried.map(({ name, fingerprint }) => `${printable(name)} (${fingerprint})`).join(', ')}`];
