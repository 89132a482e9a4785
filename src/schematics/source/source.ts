import type ts from 'typescript';
import type { Compiler } from './compiler.js';

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Whether a text parses without errors. */
function parses(compiler: Compiler, path: string, text: string): boolean {
  const { diagnostics } = compiler.transpileModule(text, { fileName: path, reportDiagnostics: true });
  return (diagnostics ?? []).length === 0;
}

/**
 * One file of the host: its text, its syntax tree, and changes that are collected and applied together. Unchanged text
 * keeps every blank and comment.
 */
export class Source {
  readonly syntax: ts.SourceFile;
  private readonly edits: Edit[] = [];

  constructor(
    readonly compiler: Compiler,
    readonly path: string,
    readonly text: string,
  ) {
    this.syntax = compiler.createSourceFile(path, text, compiler.ScriptTarget.Latest, true);
  }

  /** Whether the compiler can parse the file; otherwise it is not changed. */
  get isReadable(): boolean {
    return parses(this.compiler, this.path, this.text);
  }

  /** The quotation mark of the file's imports. */
  get quote(): string {
    return /^import\b[^'"]*"/m.test(this.text) ? '"' : "'";
  }

  /** The indentation of the line of a place. */
  indentAt(position: number): string {
    const line = this.text.lastIndexOf('\n', position - 1) + 1;
    return /^[ \t]*/.exec(this.text.slice(line, position))?.[0] ?? '';
  }

  /** Inserts a text at a place of the original. Texts for the same place keep their order. */
  insert(at: number, text: string): void {
    this.edits.push({ from: at, to: at, text });
  }

  /** Replaces a part of the original with a text. */
  replace(node: ts.Node, text: string): void {
    this.replaceRange(node.getStart(this.syntax), node.getEnd(), text);
  }

  /** Replaces the range between two places. */
  replaceRange(from: number, to: number, text: string): void {
    this.edits.push({ from, to, text });
  }

  /** A text in the file's quotation marks. */
  quoted(text: string): string {
    return text.replaceAll("'", this.quote);
  }

  /** @returns the changed text; undefined if changes overlap or it does not parse, so that it is not written */
  changed(): string | undefined {
    const inOrder = this.edits.toSorted((one, other) => one.from - other.from);
    let text = '';
    let at = 0;
    for (const edit of inOrder) {
      if (edit.from < at) return undefined;
      text += this.text.slice(at, edit.from) + edit.text;
      at = edit.to;
    }
    text += this.text.slice(at);
    return parses(this.compiler, this.path, text) ? text : undefined;
  }
}
