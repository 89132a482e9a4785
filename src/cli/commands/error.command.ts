import { Option, type Command } from 'commander';
import {
  isLocalErrorCode,
  OPERATION_SUBJECTS,
  type LocalErrorCode,
  type ServiceOperation,
} from '../../protocol/index.js';
import { usageError } from '../cli-error.js';
import { meaningOf, ownMeaning } from '../error-codes/error-answers.js';
import { meaningText, ownMeaningText } from '../error-codes/error-text.js';
import { EXIT } from '../exit-codes.js';
import { command, does, type Work } from '../frame.js';
import { printable } from '../output/index.js';

interface ErrorFlags {
  readonly operation?: ServiceOperation;
}

const HELP = `
A code means different things for different operations; --operation shows one of them. A code that is not listed is told as
the shop treats it. Codes of this package, such as TIMEOUT, are told as well.

Example:
  tillbridge error 1034 --operation refund`;

/** `tillbridge error CODE`: the meaning of an error code of the service (spec §7) or of this package. */
export function errorCommand(): Command {
  const made = command('error')
    .argument('<code...>', 'error codes: of the service, 1000 to 9999, or of this package')
    .addOption(new Option('--operation <name>', 'of one operation').choices(Object.keys(OPERATION_SUBJECTS)));
  return does<ErrorFlags, [string[]]>(made.addHelpText('after', HELP), explainCodes);
}

const explainCodes: Work<ErrorFlags, [string[]]> = async ({ flags }, codes) => {
  const read = codes.map(readCode);
  return {
    exit: EXIT.done,
    json: {
      codes: read.map((code) => (typeof code === 'number' ? meaningOf(code, flags.operation) : ownMeaning(code))),
    },
    text: (style) =>
      read
        .map((code) =>
          typeof code === 'number'
            ? meaningText(meaningOf(code, flags.operation), style)
            : ownMeaningText(ownMeaning(code), style),
        )
        .join('\n\n'),
  };
};

/** @throws CliError for wrong usage */
function readCode(text: string): number | LocalErrorCode {
  if (isLocalErrorCode(text)) return text;
  const code = /^(?:SERVICE_)?([1-9]\d{3})$/.exec(text)?.[1];
  if (code !== undefined) return Number(code);
  throw usageError(
    `"${printable(text)}" is no error code.`,
    "The service's are numbers from 1000 to 9999, or SERVICE_ and such a number: tillbridge error 1034. Those of this package stand in docs/errors.md.",
  );
}
