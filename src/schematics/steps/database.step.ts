import type ts from 'typescript';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, note, present, type Outcome } from '../project/outcome.js';
import { dataSourceFiles, type DataSourceFile } from '../project/data-source-files.js';
import { dataSourceImports, type DataSourceImport } from '../project/type-orm.js';
import { addImport } from '../source/imports.js';
import { append } from '../source/lists.js';
import { bare, constantOf, mentions, names, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';

/** TypeORM's names of the supported engines. */
const ENGINES = ['better-sqlite3', 'mysql', 'mariadb', 'postgres'];
const FROM = 'tillbridge/database';
const LISTS = { entities: 'tillbridgeEntities', migrations: 'tillbridgeMigrations' } as const;
const HAND =
  "Add to the DataSource: entities: [...tillbridgeEntities, …yours], migrations: [...tillbridgeMigrations, …yours], migrationsRun: true; both come from 'tillbridge/database'.";

/** The properties to add for a list: empty if an existing property was extended, undefined if that is not understood. */
function extend(source: Source, object: ts.ObjectLiteralExpression, name: keyof typeof LISTS): string[] | undefined {
  const list = LISTS[name];
  const property = propertyOf(source, object, name);
  if (!property) {
    // A spread may contain the property, and a second one would replace it.
    const isHidden = names(source, object, name) || object.properties.some(source.compiler.isSpreadAssignment);
    return isHidden ? undefined : [`${name}: [...${list}]`];
  }
  const { isArrayLiteralExpression, isIdentifier } = source.compiler;
  const value = bare(source, property.initializer);
  if (isArrayLiteralExpression(value)) {
    append(source, value, [`...${list}`]);
    return [];
  }
  const constant = isIdentifier(value) ? constantOf(source, value.text) : undefined;
  if (!constant || !isArrayLiteralExpression(bare(source, constant))) return undefined;
  source.replace(property.initializer, `[...${value.getText(source.syntax)}, ...${list}]`);
  return [];
}

/** Notes about the extended options. */
function remarks(source: Source, object: ts.ObjectLiteralExpression, isRun: boolean): Outcome[] {
  const { TrueKeyword } = source.compiler.SyntaxKind;
  const isOn = (name: string): boolean => propertyOf(source, object, name)?.initializer.kind === TrueKeyword;
  return [
    ...(isOn('synchronize')
      ? [
          note(
            source.path,
            'has synchronize: true, which changes tables behind the back of migrations. Fine to try things out; turn it off before there is real money.',
          ),
        ]
      : []),
    ...(isRun || isOn('migrationsRun')
      ? []
      : [note(source.path, 'runs no migrations at the start: run the new ones as you run yours.')]),
  ];
}

function unsupported(source: Source, object: ts.ObjectLiteralExpression): Outcome[] {
  const type = propertyOf(source, object, 'type')?.initializer;
  if (!type || !source.compiler.isStringLiteral(type) || ENGINES.includes(type.text)) return [];
  return [
    byHand(
      source.path,
      `The tables can be kept in ${ENGINES.join(', ')}; this DataSource has type '${type.text}'. Use another one: docs/configuration.md, dataSource.`,
    ),
  ];
}

/** Whether the application should run migrations at its start: yes, unless the shop runs them with a command. */
type Start = 'runs-migrations' | 'runs-none';

/** Adds both lists, or neither. */
function extendOptions(
  project: NestProject,
  { source, object }: NonNullable<DataSourceImport['options']>,
  start: Start,
): Outcome[] {
  const missing = (['entities', 'migrations'] as const).filter((name) => !mentions(source, LISTS[name], object));
  if (missing.length === 0) return [present(source.path, 'has the tables and migrations of tillbridge')];
  const wrong = unsupported(source, object);
  if (wrong.length > 0) return wrong;
  const additions = missing.map((name) => extend(source, object, name));
  if (additions.includes(undefined)) return [byHand(source.path, HAND)];
  const isNew = !names(source, object, 'migrations') && !names(source, object, 'migrationsRun');
  const isRun = isNew && start === 'runs-migrations';
  const properties = [...additions.flatMap((each) => each ?? []), ...(isRun ? ['migrationsRun: true'] : [])];
  if (properties.length > 0) append(source, object, properties);
  addImport(
    source,
    missing.map((name) => LISTS[name]),
    FROM,
  );
  if (!project.write(source)) return [byHand(source.path, HAND)];
  return [done(source.path, 'has the tables and migrations of tillbridge now'), ...remarks(source, object, isRun)];
}

/** The module uses the DataSource without a name. */
const isDefault = ({ options }: DataSourceImport): boolean =>
  !options || !names(options.source, options.object, 'name');

/** Extends the options of the default DataSource, if there is exactly one. */
function extendOne(project: NestProject, all: readonly DataSourceImport[], start: Start): Outcome[] {
  const [found, ...others] = all.filter(isDefault);
  if (!found || others.length > 0) {
    return [byHand(all[0]?.source.path ?? '', `It is not clear which DataSource is meant. ${HAND}`)];
  }
  if (!found.options) return [byHand(found.source.path, HAND)];
  return extendOptions(project, found.options, start);
}

/** Removes files with the same options as another one. */
function different(all: readonly DataSourceFile[]): DataSourceFile[] {
  const placeOf = ({ options, source }: DataSourceFile): string =>
    options ? `${options.source.path}:${options.object.pos}` : source.path;
  return all.filter((each, index) => all.findIndex((other) => placeOf(other) === placeOf(each)) === index);
}

/** Whether a data-source file has migrations: then the shop runs them with TypeORM's command line. */
const hasMigrations = ({ options }: DataSourceFile): boolean =>
  options !== undefined && names(options.source, options.object, 'migrations');

/**
 * Adds entities and migrations to the shop's own DataSource: in Nest's module and in the file for TypeORM's command
 * line. If neither exists, see `addImports`.
 */
export function addTables(project: NestProject): Outcome[] {
  const modules = dataSourceImports(project);
  const start = dataSourceFiles(project).some(hasMigrations) ? 'runs-none' : 'runs-migrations';
  const outcomes = modules.length > 0 ? extendOne(project, modules, start) : [];
  // Read again, because both may have the same options, which were just extended.
  const files = different(dataSourceFiles(project));
  const more = files.length > 0 ? extendOne(project, files, 'runs-none') : [];
  const isKnown = ({ kind, where }: Outcome): boolean =>
    kind === 'note' ? modules.length > 0 : kind === 'present' && outcomes.some((each) => each.where === where);
  return [...outcomes, ...more.filter((each) => !isKnown(each))];
}
