/** Command lines of the runners. What one of them can be told stands in the comment that its file begins with. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const HEADER = /^\/\*\*\n([\s\S]*?)\n \*\//;
const MISUSED = 2;

const usageOf = (moduleUrl) => {
  const [, comment] = HEADER.exec(readFileSync(new URL(moduleUrl), 'utf8'));
  return comment.replace(/^ \*(?: |$)/gm, '');
};

/** Ends the runner with 2 and a sentence: it was told something that it cannot do. */
export function refuse(message) {
  console.error(`${message}\n--help says what there is.`);
  process.exit(MISUSED);
}

/** Prints the comment that the runner begins with, and ends, where it was asked to. */
export function helpIfAsked(moduleUrl, args = process.argv.slice(2)) {
  if (!args.some((each) => each === '--help' || each === '-h')) return;
  console.log(usageOf(moduleUrl));
  process.exit(0);
}

/**
 * `parseArgs` of node:util for a runner: `--help` is answered, and what cannot be read ends it with 2 and a sentence.
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

/** Ends the runner unless every name is one of those there are. */
export function mustBeAmong(what, names, known) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) refuse(`There is no ${what} ${unknown.join(', ')}; there are: ${known.join(', ')}.`);
}

/** A count as it was typed; ends the runner where it is none. */
export function countIn(flag, text) {
  const count = Number(text);
  return Number.isInteger(count) && count > 0
    ? count
    : refuse(`--${flag} takes a whole number above 0, not "${text}".`);
}
