/** Command lines of the runners. The comment at the beginning of a runner's file documents its flags. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const HEADER = /^\/\*\*\n([\s\S]*?)\n \*\//;
const MISUSED = 2;

const usageOf = (moduleUrl) => {
  const [, comment] = HEADER.exec(readFileSync(new URL(moduleUrl), 'utf8'));
  return comment.replace(/^ \*(?: |$)/gm, '');
};

/** Ends the runner with exit code 2 and a message about wrong arguments. */
export function refuse(message) {
  console.error(`${message}\n--help says what there is.`);
  process.exit(MISUSED);
}

/** On `--help`, prints the first comment of the runner and ends it. */
export function helpIfAsked(moduleUrl, args = process.argv.slice(2)) {
  if (!args.some((each) => each === '--help' || each === '-h')) return;
  console.log(usageOf(moduleUrl));
  process.exit(0);
}

/**
 * `parseArgs` of node:util for a runner: answers `--help`, and ends with exit code 2 and a message on wrong arguments.
 *
 * @param {string} moduleUrl `import.meta.url` of the runner
 */
export function readCommandLine(moduleUrl, config) {
  helpIfAsked(moduleUrl, config.args);
  try {
    return parseArgs(config);
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    return refuse(error.message);
  }
}

/** Ends the runner unless every name is a known one. */
export function mustBeAmong(what, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`There is no ${what} ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
}

/** A count from the command line; ends the runner if it is invalid. */
export function countIn(flag, text) {
  const count = Number(text);
  return Number.isInteger(count) && count > 0
    ? count
    : refuse(`--${flag} takes a whole number above 0, not "${text}".`);
}
