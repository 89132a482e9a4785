import type ts from 'typescript';
import { originOf } from '../source/imports.js';
import { bare, callsOf, constantOf, nodesOf, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';

/** How far a name is followed from file to file. */
const MOST_STEPS = 5;

/** An import of TypeOrmModule for a DataSource: where it stands, and its options when they are written out. */
export interface DataSourceImport {
  readonly source: Source;
  /** The object with the options, in whichever file it stands; undefined when it is made in a way that is not understood. */
  readonly options?: { readonly source: Source; readonly object: ts.ObjectLiteralExpression };
}

type Found = DataSourceImport['options'];

/** What a factory answers, if that is one expression. */
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

/** Follows a name to the object it stands for, through constants of this file and of others. */
function objectOf(project: NestProject, source: Source, written: ts.Expression, steps = MOST_STEPS): Found {
  const expression = bare(source, written);
  const { isObjectLiteralExpression, isIdentifier } = source.compiler;
  if (isObjectLiteralExpression(expression)) return { source, object: expression };
  if (!isIdentifier(expression) || steps === 0) return undefined;
  const here = constantOf(source, expression.text);
  if (here) return objectOf(project, source, here, steps - 1);
  const specifier = originOf(source, expression.text);
  const elsewhere = specifier === undefined ? undefined : project.follow(source.path, specifier);
  const there = elsewhere && constantOf(elsewhere, expression.text);
  return elsewhere && there && objectOf(project, elsewhere, there, steps - 1);
}

function optionsOf(project: NestProject, source: Source, call: ts.CallExpression): Found {
  const [argument] = call.arguments;
  if (!argument) return undefined;
  if (call.expression.getText(source.syntax).endsWith('forRoot')) return objectOf(project, source, argument);
  const factory = factoryOf(source, argument);
  const answer = factory && answerOf(source, factory);
  return answer && objectOf(project, source, answer);
}

/** Every DataSource that modules of the project import, but for those in tests. */
export function dataSourceImports(project: NestProject): DataSourceImport[] {
  return project
    .sources([project.sourceRoot, 'libs'])
    .filter((source) => !source.path.endsWith('spec.ts'))
    .flatMap((source) =>
      callsOf(source, 'TypeOrmModule', ['forRoot', 'forRootAsync']).map((call) => ({
        source,
        options: optionsOf(project, source, call),
      })),
    );
}
