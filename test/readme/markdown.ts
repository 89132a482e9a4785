/** A fenced block of a page. `name` is the file name behind the fence (`ts name=a.ts`) or in a first-line comment, `line` where its text begins, from 1. */
export interface Block {
  /** The first word behind the fence; empty for none. */
  language: string;
  name: string | undefined;
  line: number;
  text: string;
}

/** Every fenced block of a page. */
export function fencesOf(page: string): Block[] {
  return [...page.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)].map((match) => {
    const [, info = '', text = ''] = match;
    const [language = ''] = info.split(' ');
    const name = / name=(\S+)/.exec(info)?.[1] ?? /^\/\/ (\S+\.tsx?)\n/.exec(text)?.[1];
    return { language, text, name, line: page.slice(0, match.index).split('\n').length + 1 };
  });
}

/** The fenced blocks of one language. */
export const blocksOf = (page: string, language: string): Block[] =>
  fencesOf(page).filter((block) => block.language === language);

/** Names of the npm scripts that a page tells to run. */
export function scriptsOf(page: string): string[] {
  const run = [...page.matchAll(/npm run ([\w:-]+)/g)].map((match) => match[1] ?? '');
  const short = [...page.matchAll(/npm (start|test)\b/g)].map((match) => match[1] ?? '');
  return [...new Set([...run, ...short])];
}
