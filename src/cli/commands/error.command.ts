import { Option, type Command } from 'commander';
import { OPERATION_SUBJECTS, type ServiceOperation } from '../../protocol/index.js';
import { usageError } from '../cli-error.js';
import { meaningOf } from '../error-codes/error-answers.js';
import { meaningText } from '../error-codes/error-text.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { printable } from '../output/index.js';

interface ErrorFlags {
  readonly operation?: ServiceOperation;
}

const HELP = `
A code means different things for different operations; --operation shows one of them. A code that is not listed is told as
the shop treats it. Codes of this package, such as TIMEOUT, bring their own message and advice.

Example:
  tillbridge error 1034 --operation refund`;

/** `tillbridge error CODE`: what an error code of the service means (spec §7). */
export function errorCommand(): Command {
  const made = command('error')
    .argument('<code...>', 'error codes of the service, 1000 to 9999')
    .addOption(new Option('--operation <name>', 'of one operation').choices(Object.keys(OPERATION_SUBJECTS)));
  return does<ErrorFlags, [string[]]>(made.addHelpText('after', HELP), explainCodes);
}

const explainCodes: Work<ErrorFlags, [string[]]> = async ({ flags }, codes) => {
  const meanings = codes.map(readCode).map((code) => meaningOf(code, flags.operation));
  return {
    exit: EXIT.done,
    json: { codes: meanings },
    text: (style) => meanings.map((meaning) => meaningText(meaning, style)).join('\n\n'),
  };
};

/** @throws CliError for wrong usage */
function readCode(text: string): number {
  const code = /^(?:SERVICE_)?([1-9]\d{3})$/.exec(text)?.[1];
  if (code !== undefined) return Number(code);
  throw usageError(
    `"${printable(text)}" is no error code of the service.`,
    'Its codes are numbers from 1000 to 9999, or SERVICE_ and such a number: tillbridge error 1034',
  );
}
