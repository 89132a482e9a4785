import type ts from 'typescript';
import { originOf } from '../source/imports.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';
import { valueOf } from './values.js';

const NEST = '@nestjs/common';
/** Names that mean the same in every file. */
const GLOBALS = new Set(['process', 'undefined', 'String', 'Number', 'Boolean', 'RegExp']);

/** An expression of one file as JavaScript with the same meaning in another file. */
export interface Portable {
  readonly text: string;
  /** The imports that it needs from `@nestjs/common`. */
  readonly names: readonly string[];
}

const joined = (parts: readonly Portable[]): Portable => ({
  text: parts.map((part) => part.text).join(''),
  names: parts.flatMap((part) => part.names),
});

const plain = (text: string): Portable => ({ text, names: [] });

/** Whether a name is only a label: a property name, or a member of an object. */
function isLabel(source: Source, node: ts.Identifier): boolean {
  const { isPropertyAssignment, isPropertyAccessExpression } = source.compiler;
  const { parent } = node;
  return (isPropertyAssignment(parent) || isPropertyAccessExpression(parent)) && parent.name === node;
}

function named(project: NestProject, source: Source, node: ts.Identifier): Portable | undefined {
  if (isLabel(source, node) || GLOBALS.has(node.text)) return plain(node.text);
  if (originOf(source, node.text) === NEST) {
    const isRenamed = new RegExp(`\\bas\\s+${node.text}\\b`).test(source.text);
    return isRenamed ? undefined : { text: node.text, names: [node.text] };
  }
  const value = valueOf(project, { source, expression: node });
  const written = value && portable(project, value.source, value.expression);
  return written && joined([plain('('), written, plain(')')]);
}

/** Removes parentheses around simple texts and names. */
const bared = (text: string): string => text.replaceAll(/\(('[^']*'|"[^"]*"|\d+|\[[^()]*\])\)/g, '$1');

function inParts(project: NestProject, source: Source, node: ts.Node): Portable | undefined {
  const parts: Portable[] = [];
  let at = node.getStart(source.syntax);
  let isKnown = true;
  node.forEachChild((child) => {
    const part = portable(project, source, child);
    isKnown &&= part !== undefined;
    parts.push(plain(source.text.slice(at, child.getStart(source.syntax))), part ?? plain(''));
    at = child.getEnd();
  });
  return isKnown ? joined([...parts, plain(source.text.slice(at, node.getEnd()))]) : undefined;
}

/**
 * Copies an expression for another file: types are removed, and constants of the project are replaced by their values.
 *
 * @returns undefined if it uses anything except constants of the project, `process` and names of `@nestjs/common`
 */
export function portable(project: NestProject, source: Source, node: ts.Node): Portable | undefined {
  const { isIdentifier, isAsExpression, isSatisfiesExpression, isNonNullExpression } = source.compiler;
  if (isAsExpression(node) || isSatisfiesExpression(node) || isNonNullExpression(node)) {
    return portable(project, source, node.expression);
  }
  if (isIdentifier(node)) {
    const found = named(project, source, node);
    return found && { ...found, text: bared(found.text) };
  }
  if (!source.compiler.isShorthandPropertyAssignment(node)) return inParts(project, source, node);
  const value = named(project, source, node.name);
  return value && { ...value, text: `${node.name.text}: ${bared(value.text)}` };
}
