/** What the README tells a newcomer to do, read from the page itself: commands to type and files to write, in order. */

const PART = '## Use it in your shop';
const ELSEWHERE = /another terminal/;

/** The part of the page that a newcomer follows. */
function partOf(page) {
  const start = page.indexOf(`\n${PART}\n`);
  if (start < 0) throw new Error(`The README has no part "${PART}".`);
  const end = page.indexOf('\n## ', start + PART.length);
  return page.slice(start, end < 0 ? undefined : end);
}

/** One line of a shell block; what stands behind `#` says where it is typed. */
function commandOf(line) {
  const [command = '', remark = ''] = line.split(/\s+#\s/, 2);
  return { kind: 'command', command: command.trim(), inAnotherTerminal: ELSEWHERE.test(remark) };
}

function stepsOf(language, text) {
  if (language === 'sh') return text.split('\n').filter(Boolean).map(commandOf);
  const path = /^\/\/ (\S+)\n/.exec(text)?.[1];
  return path === undefined ? [] : [{ kind: 'file', path, text }];
}

/**
 * Every step of the part about using the package, in the order of the page.
 *
 * @param {string} page - the README
 * @returns {({ kind: 'command', command: string, inAnotherTerminal: boolean } | { kind: 'file', path: string, text: string })[]}
 */
export function readmeSteps(page) {
  const blocks = partOf(page).matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, language, text]) => stepsOf(language, text));
}
