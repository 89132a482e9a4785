import { Option, type Command } from 'commander';
import { usageError } from '../cli-error.js';
import type { NamedKey } from '../signature/diagnosis.js';
import { readBytes } from './bytes.input.js';

/**
 * The sources of keys. Never the command line: it stays in the shell's history and is visible in the list of processes.
 */
export interface KeyFlags {
  readonly keyEnv: readonly string[];
  readonly keyFile: readonly string[];
}

/** The default variable. */
export const KEY_VARIABLE = 'TILLBRIDGE_API_KEY';

const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/** Adds the flags for the sources of keys. */
export const withKeyFlags = (to: Command): Command =>
  to
    .addOption(
      new Option('--key-env <variable>', 'environment variable that holds the API key; repeatable')
        .default([], KEY_VARIABLE)
        .argParser(collect),
    )
    .addOption(
      new Option('--key-file <file>', 'file that holds the API key, - for standard input; repeatable')
        .default([], 'none')
        .argParser(collect),
    );

/**
 * Reads every key of the flags, in their order.
 *
 * @throws CliError for wrong usage if there is none, or one is blank; `FILE_UNREADABLE`
 */
export async function readKeys({ keyEnv, keyFile }: KeyFlags): Promise<readonly NamedKey[]> {
  const variables = keyEnv.length + keyFile.length === 0 ? [KEY_VARIABLE] : keyEnv;
  const keys = variables.map((name) => ({ name, key: process.env[name] ?? '' }));
  for (const name of keyFile) keys.push({ name, key: (await readBytes(name)).toString('utf8') });
  const blank = keys.find(({ key }) => key.trim() === '');
  if (blank === undefined) return keys;
  throw usageError(
    `There is no API key in ${blank.name}.`,
    `Put it into ${KEY_VARIABLE}, or say where it is: --key-env VARIABLE, --key-file FILE. A key never stands on the command line.`,
  );
}

/** Reads the one key of a command that signs. @throws CliError like {@link readKeys}, and if there are several */
export async function readOneKey(flags: KeyFlags): Promise<NamedKey> {
  const [first, ...more] = await readKeys(flags);
  if (first && more.length === 0) return first;
  throw usageError('Several keys are named; it is signed with one.', 'Name one.');
}
