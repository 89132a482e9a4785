import type ts from 'typescript';
import { callsOf, constantOf, nodesOf, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';
import { publicDecoratorOf, type PublicDecorator } from './public-decorators.js';

/** A guard of all routes of the application, including the notification route. */
export interface GlobalGuard {
  /** Its class, if known. */
  readonly name: string;
  /** The file that sets it up. */
  readonly where: string;
  /** The decorator with which it admits a route; undefined if unknown. */
  readonly decorator: PublicDecorator | undefined;
}

const UNNAMED = 'A guard';

/** Classes that a part of a file creates with `new`. */
function madeIn(source: Source, root: ts.Node): string[] {
  const { isNewExpression } = source.compiler;
  const all = [...(isNewExpression(root) ? [root] : []), ...nodesOf(source, isNewExpression, root)];
  return all.map((each) => each.expression.getText(source.syntax)).filter((name) => name !== 'Reflector');
}

/** The class of `{ provide: APP_GUARD, … }`. */
function providedBy(source: Source, provider: ts.ObjectLiteralExpression): string[] {
  const given = propertyOf(source, provider, 'useClass') ?? propertyOf(source, provider, 'useExisting');
  return given ? [given.initializer.getText(source.syntax)] : madeIn(source, provider);
}

/** The class of one argument of `useGlobalGuards`: `new Guard()`, `app.get(Guard)` or a constant with either. */
function passedAs(source: Source, argument: ts.Expression): string[] {
  const { isIdentifier, isCallExpression } = source.compiler;
  const value = (isIdentifier(argument) && constantOf(source, argument.text)) || argument;
  const asked = isCallExpression(value) ? value.arguments[0] : undefined;
  return asked && isIdentifier(asked) ? [asked.text] : madeIn(source, value);
}

const orUnnamed = (names: readonly string[]): readonly string[] => (names.length > 0 ? names : [UNNAMED]);

function guardsIn(source: Source): string[] {
  const { isObjectLiteralExpression } = source.compiler;
  const providers = nodesOf(source, isObjectLiteralExpression).filter(
    (each) => propertyOf(source, each, 'provide')?.initializer.getText(source.syntax) === 'APP_GUARD',
  );
  const calls = callsOf(source, '*', ['useGlobalGuards']);
  return [
    ...providers.flatMap((each) => orUnnamed(providedBy(source, each))),
    ...calls.flatMap((call) => call.arguments.flatMap((each) => orUnnamed(passedAs(source, each)))),
  ];
}

/** Every global guard of the application, from `APP_GUARD` or `useGlobalGuards`, each once. */
export function globalGuards(project: NestProject): GlobalGuard[] {
  const found = project.ownSources.flatMap((source) => guardsIn(source).map((name) => ({ name, where: source.path })));
  const once = found.filter(({ name }, index) => found.findIndex((each) => each.name === name) === index);
  return once.map((each) => ({ ...each, decorator: publicDecoratorOf(project, each.name) }));
}
