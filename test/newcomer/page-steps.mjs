/** What a page tells a newcomer to do, read from the page itself: commands to type and files to write, in order. */

const ELSEWHERE = /another terminal/;

/** The part of the page that a newcomer follows. */
function partOf(page, part) {
  const start = page.indexOf(`\n## ${part}\n`);
  if (start < 0) throw new Error(`The page has no part "${part}".`);
  const end = page.indexOf('\n## ', start + part.length);
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
 * Every step of one part of a page, in the order of the page.
 *
 * @param {string} page - its text
 * @param {string} part - the heading of the part
 * @returns {({ kind: 'command', command: string, inAnotherTerminal: boolean } | { kind: 'file', path: string, text: string })[]}
 */
export function stepsOfPart(page, part) {
  const blocks = partOf(page, part).matchAll(/^```(sh|ts)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, language, text]) => stepsOf(language, text));
}
