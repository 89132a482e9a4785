import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import ts from 'typescript';

/** One parsed file. Paths are relative to the repository and use `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly syntax: ts.SourceFile;
}

/** Every file a rule looks at, by path. */
export type SourceTree = ReadonlyMap<string, SourceFile>;

/** One place that breaks a rule. `line` counts from 1. */
export interface Breach {
  file: string;
  line: number;
  message: string;
}

/**
 * A rule of the house. `sample` is a small tree that breaks it and `caught` the places (`path:line`) it must report
 * there, so that a rule that has gone blind fails as loudly as a breach.
 */
export interface Rule {
  title: string;
  check(tree: SourceTree): Breach[];
  sample: Record<string, string>;
  caught: string[];
}

/** Parsed on first use: rules about words never look at the syntax. */
class ParsedFile implements SourceFile {
  private parsed: ts.SourceFile | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
  ) {}

  get syntax(): ts.SourceFile {
    this.parsed ??= ts.createSourceFile(this.path, this.text, ts.ScriptTarget.ES2023, true);
    return this.parsed;
  }
}

/** Builds a tree from texts in memory. */
export function treeOf(texts: Record<string, string>): SourceTree {
  return new Map(Object.entries(texts).map(([path, text]) => [path, new ParsedFile(path, text)]));
}

/** Lists the files below `folder`, as paths relative to `root`; names in `ignored` are not entered. */
export function listFiles(root: string, folder: string, ignored: ReadonlySet<string> = new Set()): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => !ignored.has(entry.name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFiles(root, path, ignored);
      return entry.isFile() ? [path.split(sep).join('/')] : [];
    })
    .sort();
}

/** Reads files, named relative to `root`. */
export function readTree(root: string, paths: readonly string[]): SourceTree {
  return treeOf(Object.fromEntries(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
}

/** The line, from 1, on which a node starts. */
export function lineOf(file: SourceFile, node: ts.Node): number {
  return file.syntax.getLineAndCharacterOfPosition(node.getStart(file.syntax)).line + 1;
}

/** Calls `visit` for a node and everything inside it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Collects what `find` says about each node of each file that `concerns`. */
export function breachesPerNode(
  tree: SourceTree,
  concerns: (path: string) => boolean,
  find: (node: ts.Node, file: SourceFile) => string | undefined,
): Breach[] {
  const breaches: Breach[] = [];
  for (const file of tree.values()) {
    if (!concerns(file.path)) continue;
    walk(file.syntax, (node) => {
      const message = find(node, file);
      if (message !== undefined) breaches.push({ file: file.path, line: lineOf(file, node), message });
    });
  }
  return breaches;
}

/** Library source, specs included. */
export const isSource = (path: string): boolean => path.startsWith('src/');

/** A spec that stands beside the code it tests. */
export const isSpec = (path: string): boolean => /\.spec\.tsx?$/.test(path);
