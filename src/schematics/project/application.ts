import type ts from 'typescript';
import { originOf } from '../source/imports.js';
import { callsOf, nodesOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';

/** The call that creates the application: `NestFactory.create(AppModule, …)`. */
export interface Creation {
  readonly main: Source;
  readonly call: ts.CallExpression;
}

/** The root module, if it is written in a way that can be extended. */
export interface RootModuleSource {
  readonly source: Source;
  /** The name of its class. */
  readonly name: string;
  /** The object of its `@Module`. */
  readonly metadata: ts.ObjectLiteralExpression;
}

/**
 * Finds the call that creates the application.
 *
 * @returns undefined unless there is exactly one such call in `main.ts` of the source root
 */
export function findCreation(project: NestProject): Creation | undefined {
  const main = project.source(`${project.sourceRoot}/main.ts`);
  const [call, ...others] = main ? callsOf(main, 'NestFactory', ['create']) : [];
  return main && call && others.length === 0 ? { main, call } : undefined;
}

function metadataOf(source: Source, declaration: ts.ClassDeclaration): ts.ObjectLiteralExpression | undefined {
  const { isDecorator, isCallExpression, isObjectLiteralExpression } = source.compiler;
  for (const decorator of [...(declaration.modifiers ?? [])].filter((each) => isDecorator(each))) {
    const call = decorator.expression;
    if (!isCallExpression(call) || call.expression.getText(source.syntax) !== 'Module') continue;
    const [metadata] = call.arguments;
    if (metadata && isObjectLiteralExpression(metadata)) return metadata;
  }
  return undefined;
}

/**
 * Finds the root module of the application: the class named in the call, in the file it is imported from.
 *
 * @returns undefined if it is not a class with `@Module({ … })`
 */
export function findRootModule(project: NestProject): RootModuleSource | undefined {
  const creation = findCreation(project);
  const name = creation?.call.arguments[0]?.getText(creation.main.syntax);
  if (!creation || name === undefined) return undefined;
  const specifier = originOf(creation.main, name);
  const source = specifier === undefined ? creation.main : project.follow(creation.main.path, specifier);
  if (!source) return undefined;
  const { isClassDeclaration } = source.compiler;
  const declaration = nodesOf(source, isClassDeclaration).find((each) => each.name?.text === name);
  const metadata = declaration && metadataOf(source, declaration);
  return metadata && { source, name, metadata };
}
