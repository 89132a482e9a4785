import type ts from 'typescript';
import { originOf } from '../source/imports.js';
import { nodesOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import type { NestProject } from './nest-project.js';
import { objectOf, type DataSourceImport } from './type-orm.js';

/** A file that creates a DataSource itself: `new DataSource(…)`, as TypeORM's command line requires. */
export interface DataSourceFile extends DataSourceImport {
  /** The name under which it is exported, if any. */
  readonly exportedAs: string | undefined;
}

function exportedName(source: Source, made: ts.NewExpression): string | undefined {
  const { isVariableDeclaration, isIdentifier } = source.compiler;
  const { parent } = made;
  if (!isVariableDeclaration(parent) || !isIdentifier(parent.name)) return undefined;
  const isExported = /^export\s/.test(parent.parent.parent.getText(source.syntax));
  return isExported ? parent.name.text : undefined;
}

function madeIn(project: NestProject, source: Source): DataSourceFile[] {
  if (originOf(source, 'DataSource') !== 'typeorm') return [];
  return nodesOf(source, source.compiler.isNewExpression)
    .filter((each) => each.expression.getText(source.syntax) === 'DataSource')
    .map((each) => {
      const [given] = each.arguments ?? [];
      const options = given && objectOf(project, { source, expression: given });
      return { source, options, exportedAs: exportedName(source, each) };
    });
}

/** Every DataSource that a file of the project creates, in any folder, except in tests. */
export function dataSourceFiles(project: NestProject): DataSourceFile[] {
  const isTest = (path: string): boolean => /spec\.ts$|(^|\/)tests?\//.test(path);
  return project
    .sources([''])
    .filter(({ path }) => !isTest(path))
    .flatMap((source) => madeIn(project, source));
}
