import type ts from 'typescript';
import { callsOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import { findCreation } from './application.js';
import type { NestProject } from './nest-project.js';
import { portable } from './portable.js';
import { valueOf } from './values.js';

/** Methods that change the paths of routes: the command line must call them too, or it calls the wrong paths. */
const METHODS = ['setGlobalPrefix', 'enableVersioning'];

/** The calls of `main.ts` about the paths of the application. */
export interface MainSettings {
  /** In a form for the command line's own `app`: `app.setGlobalPrefix('api')`. */
  readonly calls: readonly string[];
  /** The imports that they need from `@nestjs/common`. */
  readonly names: readonly string[];
  /** Methods whose calls are not understood. */
  readonly unclear: readonly string[];
}

const methodOf = (call: ts.CallExpression): string => call.expression.getText().split('.').at(-1) ?? '';

/** Whether a call is made only under a condition. */
function isConditional(source: Source, call: ts.CallExpression): boolean {
  const { isIfStatement, isConditionalExpression, isSwitchStatement, isBinaryExpression, isSourceFile } =
    source.compiler;
  for (let node: ts.Node = call.parent; !isSourceFile(node); node = node.parent) {
    if (isIfStatement(node) || isConditionalExpression(node) || isSwitchStatement(node)) return true;
    if (isBinaryExpression(node)) return true;
  }
  return false;
}

/** The call in a form for the command line; undefined if it depends on values of `main.ts`. */
function copyOf(project: NestProject, main: Source, call: ts.CallExpression) {
  const given = call.arguments.map((each) => portable(project, main, each));
  if (isConditional(main, call) || given.includes(undefined)) return undefined;
  const written = given.map((each) => each?.text).join(', ');
  const text = written.replaceAll(`\n${main.indentAt(call.getStart(main.syntax))}`, '\n');
  return { text: `app.${methodOf(call)}(${text})`, names: given.flatMap((each) => each?.names ?? []) };
}

/** Reads the calls in `main.ts` that change the paths of routes, in their order. */
export function mainSettings(project: NestProject): MainSettings {
  const creation = findCreation(project);
  const found = creation
    ? callsOf(creation.main, '*', METHODS).map((call) => ({ call, copy: copyOf(project, creation.main, call) }))
    : [];
  return {
    calls: found.flatMap(({ copy }) => (copy ? [copy.text] : [])),
    names: [...new Set(found.flatMap(({ copy }) => copy?.names ?? []))],
    unclear: found.filter(({ copy }) => !copy).map(({ call }) => methodOf(call)),
  };
}

/** Whether the exceptions from the prefix may include the notification route. */
const mayExcept = (options: string): boolean => /payments|['"`]\/?(\*|\(|:|\{)/.test(options);

/** The prefix of all routes, with a slash at the end, or empty. @returns undefined if it is not written as a text */
export function globalPrefix(project: NestProject): string | undefined {
  const creation = findCreation(project);
  const [call] = creation ? callsOf(creation.main, '*', ['setGlobalPrefix']) : [];
  const [written, options] = call?.arguments ?? [];
  if (!creation || !call || !written) return call ? undefined : '';
  const value = valueOf(project, { source: creation.main, expression: written })?.expression;
  if (!value || !project.compiler.isStringLiteralLike(value)) return undefined;
  if (isConditional(creation.main, call) || mayExcept(options?.getText(creation.main.syntax) ?? '')) return undefined;
  const prefix = value.text.replace(/^\/+|\/+$/g, '');
  return prefix === '' ? '' : `${prefix}/`;
}
