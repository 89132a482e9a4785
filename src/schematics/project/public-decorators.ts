import type ts from 'typescript';
import { callsOf, nodesOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';
import { valueOf } from './values.js';

/** A decorator with which a guard admits a route, as it is written above a class. */
export interface PublicDecorator {
  /** `Public()`. */
  readonly text: string;
  readonly name: string;
  /** A package, or a file from the source root: `./auth/public.decorator`. */
  readonly from: string;
}

/** Names that mean that a route is open. Decorators with other names may do anything, so they are not used. */
const MEANS_OPEN =
  /^(is|make|mark)?_?(public|open|anonymous|unprotected|unguarded|unauthenticated|no_?auth|no_?login|skip|allow_?(public|anon|unauth)|bypass|exempt|without)/i;
/** The methods with which a guard reads metadata. */
const READS = ['get', 'getAll', 'getAllAndOverride', 'getAllAndMerge', 'has', 'getMetadata', 'hasMetadata'];

const SKIP_THROTTLE = { text: 'SkipThrottle()', name: 'SkipThrottle', from: '@nestjs/throttler' };

interface Candidate extends PublicDecorator {
  /** The metadata key that it writes for guards. */
  readonly key: string;
}

/** An exported name of a file and its value. */
interface Declared {
  readonly name: string;
  readonly as: ts.Expression | ts.FunctionDeclaration;
}

/** One text for a metadata key: its value, or the place of the decorator if that is the key itself. */
function keyOf(project: NestProject, source: Source, expression: ts.Expression | undefined): string | undefined {
  const value = expression && valueOf(project, { source, expression });
  if (!value) return undefined;
  if (project.compiler.isStringLiteralLike(value.expression)) return `text ${value.expression.text}`;
  return `place ${value.source.path}:${value.expression.getStart(value.source.syntax)}`;
}

const importPath = (project: NestProject, path: string): string =>
  `.${path.slice(project.sourceRoot.length).replace(/\.ts$/, '')}`;

/** Whether a function can be called without arguments. */
function needsNothing(node: ts.SignatureDeclaration): boolean {
  return node.parameters.every((each) => each.initializer !== undefined || each.questionToken !== undefined);
}

const isCalled = (call: ts.CallExpression, name: string): boolean => call.expression.getText().endsWith(name);

/**
 * How to use a declaration as a decorator, and the key for which it writes `true`; undefined if it does something else.
 */
function usageOf(project: NestProject, source: Source, declared: Declared['as']) {
  const { isCallExpression, isArrowFunction, isFunctionExpression, isFunctionDeclaration, SyntaxKind } =
    source.compiler;
  if (isCallExpression(declared) && isCalled(declared, 'Reflector.createDecorator')) {
    const isFlag = declared.typeArguments?.[0]?.kind === SyntaxKind.BooleanKeyword;
    return isFlag ? { given: '(true)', key: keyOf(project, source, declared) } : undefined;
  }
  const isFunction = isArrowFunction(declared) || isFunctionExpression(declared) || isFunctionDeclaration(declared);
  if (isFunction && !needsNothing(declared)) return undefined;
  const calls = [...(isCallExpression(declared) ? [declared] : []), ...nodesOf(source, isCallExpression, declared)];
  const written = calls.find((call) => isCalled(call, 'SetMetadata'));
  const [key, value] = written?.arguments ?? [];
  if (value?.kind !== SyntaxKind.TrueKeyword && value?.kind !== SyntaxKind.Identifier) return undefined;
  return { given: isFunction ? '()' : '', key: keyOf(project, source, key) };
}

/** The exports of a file whose names mean that a route is open. */
function candidatesIn(project: NestProject, source: Source): Candidate[] {
  const { isVariableStatement, isFunctionDeclaration, isIdentifier } = source.compiler;
  const exported = source.syntax.statements.filter((each) => /^export\s/.test(each.getText(source.syntax)));
  const declared = exported.flatMap((each): Declared[] => {
    if (isFunctionDeclaration(each)) return [{ name: each.name?.text ?? '', as: each }];
    if (!isVariableStatement(each)) return [];
    return each.declarationList.declarations.flatMap(({ name, initializer }) =>
      initializer && isIdentifier(name) ? [{ name: name.text, as: initializer }] : [],
    );
  });
  return declared
    .filter(({ name }) => MEANS_OPEN.test(name))
    .flatMap(({ name, as }) => {
      const usage = usageOf(project, source, as);
      if (usage?.key === undefined) return [];
      return [{ name, text: `${name}${usage.given}`, key: usage.key, from: importPath(project, source.path) }];
    });
}

/** The metadata keys that a guard reads. */
function keysReadBy(project: NestProject, source: Source, guard: ts.ClassDeclaration): (string | undefined)[] {
  return callsOf(source, '*', READS, guard).map((call) => keyOf(project, source, call.arguments[0]));
}

/**
 * The decorator with which a guard admits a route.
 *
 * @param name - the guard's class
 * @returns undefined if the guard reads none, or if it cannot be imported from its file
 */
export function publicDecoratorOf(project: NestProject, name: string): PublicDecorator | undefined {
  if (name === 'ThrottlerGuard') return SKIP_THROTTLE;
  const sources = project.ownSources;
  for (const source of sources) {
    const guard = nodesOf(source, source.compiler.isClassDeclaration).find((each) => each.name?.text === name);
    if (!guard) continue;
    const keys = keysReadBy(project, source, guard);
    const main = `${project.sourceRoot}/main.ts`;
    const within = sources.filter(({ path }) => path.startsWith(`${project.sourceRoot}/`) && path !== main);
    const found = within.flatMap((each) => candidatesIn(project, each)).find(({ key }) => keys.includes(key));
    if (found) return { text: found.text, name: found.name, from: found.from };
    return /\bextends\s+ThrottlerGuard\b/.test(guard.getText(source.syntax)) ? SKIP_THROTTLE : undefined;
  }
  return undefined;
}
