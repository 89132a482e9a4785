/** A fenced block of a page. `name` is the file name in a first-line comment, `line` where its text begins, from 1. */
export interface Block {
  name: string | undefined;
  line: number;
  text: string;
}

/** The fenced blocks of one language. */
export function blocksOf(page: string, language: string): Block[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...page.matchAll(fence)].map((match) => {
    const text = match[1] ?? '';
    return {
      text,
      name: /^\/\/ (\S+\.tsx?)\n/.exec(text)?.[1],
      line: page.slice(0, match.index).split('\n').length + 1,
    };
  });
}

/** Relative link targets, without their anchors. */
export function linksOf(page: string): string[] {
  return [...page.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => (match[1] ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link));
}

/** Names of the npm scripts that a page tells to run. */
export function scriptsOf(page: string): string[] {
  const run = [...page.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
  const short = [...page.matchAll(/npm (start|test)\b/g)].map((match) => match[1] ?? '');
  return [...new Set([...run, ...short])];
}
