import { readFile } from 'node:fs/promises';
import { messageOf } from '../../support/index.js';
import { CliError, usageError } from '../cli-error.js';

/** The file name that means standard input. */
export const STANDARD_INPUT = '-';
/** The largest file that a command reads, in bytes. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Reads a file, or standard input to its end if the name is `-`.
 *
 * @throws CliError `FILE_UNREADABLE`, or for wrong usage if standard input is a terminal: the user would not know
 *   what it waits for
 */
export async function readBytes(file: string): Promise<Buffer> {
  if (file === STANDARD_INPUT) return readStandardInput();
  try {
    return await readFile(file);
  } catch (error) {
    throw unreadable(file, messageOf(error));
  }
}

async function readStandardInput(): Promise<Buffer> {
  if (process.stdin.isTTY) throw usageError('Standard input is a terminal.', 'Pipe something in: command < file.');
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin) {
    const bytes = Buffer.from(chunk as Uint8Array);
    length += bytes.length;
    if (length > LARGEST) throw unreadable('standard input', `it has more than ${LARGEST} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

const unreadable = (file: string, why: string): CliError =>
  new CliError({
    code: 'FILE_UNREADABLE',
    message: `${file} cannot be read: ${why}.`,
    advice: 'Check the name of the file.',
  });

/**
 * Checks that standard input is used only once.
 *
 * @param files - the value of each flag
 * @throws CliError for wrong usage
 */
export function assertOneFromInput(files: readonly (string | undefined)[]): void {
  if (files.filter((file) => file === STANDARD_INPUT).length < 2) return;
  throw usageError('Standard input is to be several things at once.', 'Give one of them as a file.');
}
