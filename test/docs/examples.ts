import { readdirSync } from 'node:fs';
import ts from 'typescript';
import { readPage } from './pages.js';

/** An `@example` of the source: its code, and what it is an example of. */
export interface Example {
  /** The file, as a path in the repository. */
  path: string;
  /** Line of the file on which the code begins, from 1. */
  line: number;
  text: string;
  /** The export that it describes; a member's is that of its class or interface. */
  of: string;
}

/** Every file of the source that may carry examples. */
export const sourceFiles = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.spec\.tsx?$/.test(path))
    .sort();

/** The name of the statement that a node stands in. */
function statementOf(node: ts.Node): string {
  const statement = ts.findAncestor(node, (each) => ts.isSourceFile(each.parent));
  if (statement && ts.isVariableStatement(statement))
    return statement.declarationList.declarations[0]?.name.getText() ?? '';
  const { name } = (statement ?? node) as Partial<ts.NamedDeclaration>;
  return name?.getText() ?? '';
}

/**
 * Code of an example, without the comment's asterisks. A fence is read to its end, not to the end of the tag: the compiler
 * takes a decorator at the beginning of a line for the next tag.
 */
function codeOf(comment: string, tagLength: number): { text: string; skipped: number } {
  const [, ...lines] = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
  const isFence = (line: string) => line.startsWith('```');
  const first = lines.findIndex(isFence);
  if (first !== 0)
    return { text: lines.slice(0, comment.slice(0, tagLength).split('\n').length - 2).join('\n'), skipped: 0 };
  return {
    text: lines
      .slice(
        1,
        lines.findIndex((line, index) => index > 0 && isFence(line)),
      )
      .join('\n'),
    skipped: 1,
  };
}

/** Every `@example` of a file. */
export function examplesOf(path: string, source: string): Example[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ES2023, true);
  const found = new Map<number, Example>();
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node).filter(({ tagName }) => tagName.text === 'example')) {
      const { text, skipped } = codeOf(source.slice(tag.pos, tag.parent.end - '*/'.length), tag.end - tag.pos);
      const { line } = file.getLineAndCharacterOfPosition(tag.pos);
      found.set(tag.pos, { path, line: line + 2 + skipped, text, of: statementOf(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}

/** Every example of the source. */
export const allExamples = (): Example[] =>
  sourceFiles()
    .map((path) => ({ path, source: readPage(path) }))
    .filter(({ source }) => source.includes('@example'))
    .flatMap(({ path, source }) => examplesOf(path, source));
