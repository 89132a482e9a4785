import type ts from 'typescript';
import { callsOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import { findCreation } from './application.js';
import type { NestProject } from './nest-project.js';
import { portable } from './portable.js';
import { valueOf } from './values.js';

/** What changes the addresses of routes: the command line must say the same, or it looks for them elsewhere. */
const METHODS = ['setGlobalPrefix', 'enableVersioning'];

/** What `main.ts` says about the addresses of the application. */
export interface MainSettings {
  /** As the command line may say it of its own `app`: `app.setGlobalPrefix('api')`. */
  readonly calls: readonly string[];
  /** What those need from `@nestjs/common`. */
  readonly names: readonly string[];
  /** Methods that are called in a way that is not understood. */
  readonly unclear: readonly string[];
}

const methodOf = (call: ts.CallExpression): string => call.expression.getText().split('.').at(-1) ?? '';

/** Whether a call is made in one case and not in another. */
function isConditional(source: Source, call: ts.CallExpression): boolean {
  const { isIfStatement, isConditionalExpression, isSwitchStatement, isBinaryExpression, isSourceFile } =
    source.compiler;
  for (let node: ts.Node = call.parent; !isSourceFile(node); node = node.parent) {
    if (isIfStatement(node) || isConditionalExpression(node) || isSwitchStatement(node)) return true;
    if (isBinaryExpression(node)) return true;
  }
  return false;
}

/** The call as the command line may say it; undefined when it depends on what only `main.ts` knows. */
function copyOf(project: NestProject, main: Source, call: ts.CallExpression) {
  const given = call.arguments.map((each) => portable(project, main, each));
  if (isConditional(main, call) || given.includes(undefined)) return undefined;
  const written = given.map((each) => each?.text).join(', ');
  const text = written.replaceAll(`\n${main.indentAt(call.getStart(main.syntax))}`, '\n');
  return { text: `app.${methodOf(call)}(${text})`, names: given.flatMap((each) => each?.names ?? []) };
}

/** Reads from `main.ts` what changes the addresses of routes, in the order in which it is said. */
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

/** Whether the exceptions from the prefix may be meant for the notification route as well. */
const mayExcept = (options: string): boolean => /payments|['"`]\/?(\*|\(|:|\{)/.test(options);

/** What stands before every route: with a slash behind it, or empty. @returns undefined when it is not written as a text */
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
