import type ts from 'typescript';
import { originOf } from '../source/imports.js';
import { bare, constantOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';

/** The number of files through which a name is followed. */
const MOST_STEPS = 5;

/** An expression and its file. */
export interface Value {
  readonly source: Source;
  readonly expression: ts.Expression;
}

/**
 * The value of an expression: itself, or the value of its name, through constants of this file and of others.
 *
 * @returns undefined for a name that is no constant of the project
 */
export function valueOf(
  project: NestProject,
  { source, expression: written }: Value,
  steps = MOST_STEPS,
): Value | undefined {
  const expression = bare(source, written);
  if (!source.compiler.isIdentifier(expression)) return { source, expression };
  if (steps === 0) return undefined;
  const here = constantOf(source, expression.text);
  if (here) return valueOf(project, { source, expression: here }, steps - 1);
  const specifier = originOf(source, expression.text);
  const elsewhere = specifier === undefined ? undefined : project.follow(source.path, specifier);
  const there = elsewhere && constantOf(elsewhere, expression.text);
  return elsewhere && there && valueOf(project, { source: elsewhere, expression: there }, steps - 1);
}
