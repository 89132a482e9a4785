import type ts from 'typescript';
import { callsOf, names, nodesOf, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';
import { valueOf, type Value } from './values.js';

/** An import of TypeOrmModule for a DataSource: its place, and its options if they are written out. */
export interface DataSourceImport {
  readonly source: Source;
  /** The object with the options, in any file; undefined if it is not understood. */
  readonly options?: { readonly source: Source; readonly object: ts.ObjectLiteralExpression } | undefined;
}

type Found = DataSourceImport['options'];

/** The result of a factory, if that is one expression. */
function answerOf(source: Source, factory: ts.Node): ts.Expression | undefined {
  const { isArrowFunction, isFunctionExpression, isMethodDeclaration, isBlock, isReturnStatement } = source.compiler;
  if (!isArrowFunction(factory) && !isFunctionExpression(factory) && !isMethodDeclaration(factory)) return undefined;
  const { body } = factory;
  if (!body || !isBlock(body)) return body;
  const returns = nodesOf(source, isReturnStatement, body);
  return returns.length === 1 ? returns[0]?.expression : undefined;
}

function factoryOf(source: Source, argument: ts.Expression): ts.Node | undefined {
  const { isObjectLiteralExpression, isMethodDeclaration } = source.compiler;
  if (!isObjectLiteralExpression(argument)) return undefined;
  const method = argument.properties
    .filter(isMethodDeclaration)
    .find((each) => each.name.getText(source.syntax) === 'useFactory');
  return method ?? propertyOf(source, argument, 'useFactory')?.initializer;
}

/**
 * The only spread of an object that has no name and no lists of its own: these are then written in the spread object.
 */
function spreadOf(source: Source, object: ts.ObjectLiteralExpression): ts.Expression | undefined {
  if (['name', 'entities', 'migrations'].some((each) => names(source, object, each))) return undefined;
  const [spread, ...others] = object.properties.filter(source.compiler.isSpreadAssignment);
  return others.length === 0 ? spread?.expression : undefined;
}

/** The object with the options of an expression. It follows names, `new DataSource(…).options` and a single spread. */
export function objectOf(project: NestProject, written: Value): Found {
  const value = valueOf(project, written);
  if (!value) return undefined;
  const { source, expression } = value;
  const { isObjectLiteralExpression, isPropertyAccessExpression, isNewExpression } = source.compiler;
  if (isObjectLiteralExpression(expression)) {
    const spread = spreadOf(source, expression);
    return (spread && objectOf(project, { source, expression: spread })) ?? { source, object: expression };
  }
  if (!isPropertyAccessExpression(expression) || expression.name.text !== 'options') return undefined;
  const made = valueOf(project, { source, expression: expression.expression });
  const [options] = made && isNewExpression(made.expression) ? (made.expression.arguments ?? []) : [];
  return made && options && objectOf(project, { source: made.source, expression: options });
}

function optionsOf(project: NestProject, source: Source, call: ts.CallExpression): Found {
  const [argument] = call.arguments;
  if (!argument) return undefined;
  if (call.expression.getText(source.syntax).endsWith('forRoot'))
    return objectOf(project, { source, expression: argument });
  const factory = factoryOf(source, argument);
  const answer = factory && answerOf(source, factory);
  return answer && objectOf(project, { source, expression: answer });
}

/** Every DataSource that modules of the project import, except in tests. */
export function dataSourceImports(project: NestProject): DataSourceImport[] {
  return project.ownSources.flatMap((source) =>
    callsOf(source, 'TypeOrmModule', ['forRoot', 'forRootAsync']).map((call) => ({
      source,
      options: optionsOf(project, source, call),
    })),
  );
}
