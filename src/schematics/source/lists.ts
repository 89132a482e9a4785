import type ts from 'typescript';
import type { Source } from './source.js';

/** An expression in brackets whose parts are separated by commas. */
type List = ts.ArrayLiteralExpression | ts.ObjectLiteralExpression;

const UNIT = '  ';
/** Longer lists are written with one part per line, as Prettier does by default. */
const WIDTH = 80;

const unitOf = (indent: string): string => (indent.includes('\t') ? '\t' : UNIT);

/** Indents the further lines of a text like its first. */
const indented = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`);

function partsOf(source: Source, list: List): readonly ts.Node[] {
  return source.compiler.isArrayLiteralExpression(list) ? list.elements : list.properties;
}

/** The rest of the line after a part, if that is only a comma and a comment; undefined if another part follows. */
function restOfLine(source: Source, position: number): string | undefined {
  const end = source.text.indexOf('\n', position);
  const rest = end < 0 ? 'nothing follows' : source.text.slice(position, end);
  return /^\s*,?\s*(\/\/.*|\/\*.*\*\/\s*)?$/.test(rest) ? rest : undefined;
}

function fillEmpty(source: Source, list: List, text: string): void {
  const start = list.getStart(source.syntax);
  const outer = source.indentAt(start);
  const inner = outer + unitOf(outer);
  // Otherwise white space inside the brackets would remain as a blank line.
  const blank = source.text.slice(start + 1, list.getEnd() - 1).trim() === '';
  const isShort =
    blank && text.length < WIDTH / 2 && !text.includes('\n') && source.compiler.isArrayLiteralExpression(list);
  const written = isShort ? text : `\n${inner}${indented(text, inner)},\n${outer}`;
  const [open, close] = [source.text.charAt(start), source.text.charAt(list.getEnd() - 1)];
  if (blank) source.replace(list, `${open}${written}${close}`);
  else source.insert(start + 1, written);
}

function appendLine(source: Source, last: ts.Node, text: string): void {
  const indent = source.indentAt(last.getStart(source.syntax));
  const rest = restOfLine(source, last.getEnd());
  if (rest === undefined) return source.insert(last.getEnd(), `, ${text}`);
  if (!rest.trimStart().startsWith(',')) source.insert(last.getEnd(), ',');
  source.insert(last.getEnd() + rest.length, `\n${indent}${indented(text, indent)},`);
}

/** Puts each part on a line of its own if the line would become too long. Only the text between the parts changes. */
function spread(source: Source, list: List, texts: readonly string[]): void {
  const outer = source.indentAt(list.getStart(source.syntax));
  const inner = outer + unitOf(outer);
  for (const part of partsOf(source, list)) {
    const start = part.getStart(source.syntax);
    const blanks = /\s*$/.exec(source.text.slice(0, start))?.[0].length ?? 0;
    source.replaceRange(start - blanks, start, `\n${inner}`);
  }
  const lines = texts.map((text) => `\n${inner}${indented(text, inner)},`);
  source.replaceRange(partsOf(source, list).at(-1)?.getEnd() ?? 0, list.getEnd() - 1, `,${lines.join('')}\n${outer}`);
}

/**
 * Appends parts to an array or an object in its own style: on the same line, or on lines of their own. Append all parts
 * in one call.
 *
 * @param texts - elements of an array, or properties, each without a comma
 */
export function append(source: Source, list: List, texts: readonly string[]): void {
  const parts = partsOf(source, list);
  const last = parts.at(-1);
  if (!last) return fillEmpty(source, list, texts.join(',\n'));
  const own = source.text.slice(list.getStart(source.syntax), list.getEnd());
  const tail = source.text.slice(last.getEnd(), list.getEnd() - 1);
  if (source.text.slice(list.getStart(source.syntax), last.getStart(source.syntax)).includes('\n')) {
    return appendLine(source, last, texts.join(',\n'));
  }
  const added = texts.join(', ');
  const isLong =
    added.includes('\n') || source.indentAt(last.getStart(source.syntax)).length + own.length + added.length > WIDTH;
  if (isLong && /^[\s,]*$/.test(tail)) {
    return spread(source, list, texts);
  }
  source.insert(last.getEnd(), `, ${added}`);
}
