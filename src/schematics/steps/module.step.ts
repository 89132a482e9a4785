import { findCreation, findRootModule, type RootModuleSource } from '../project/application.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, present, type Outcome } from '../project/outcome.js';
import { addImport } from '../source/imports.js';
import { append } from '../source/lists.js';
import { names, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';
import { missingParts, type Part } from './module.parts.js';

const HAND =
  'Put into the root module: imports: [TillbridgeModule.forRootAsync({ useFactory: paymentOptions })], providers: [PaymentEffects]; both stand in payments/. It needs TypeOrmModule with the tables of tillbridge, too.';

/**
 * Adds texts to one list of the module. @returns the property to write if it does not exist, undefined if it is not a
 * plain list
 */
function extend(
  { source, metadata }: RootModuleSource,
  list: Part['list'],
  texts: readonly string[],
): string[] | undefined {
  const property = propertyOf(source, metadata, list);
  if (!property) {
    const written = texts.map((text) => `  ${text.replaceAll('\n', '\n  ')},\n`).join('');
    return names(source, metadata, list) ? undefined : [`${list}: [\n${written}]`];
  }
  if (!source.compiler.isArrayLiteralExpression(property.initializer)) return undefined;
  append(source, property.initializer, texts);
  return [];
}

/** A path from the source root, in the form of the root module's imports. */
function specifierOf(project: NestProject, source: Source, written: string): string {
  if (!written.startsWith('.')) return written;
  const below = source.path.slice(project.sourceRoot.length + 1).split('/').length - 1;
  return `${below > 0 ? '../'.repeat(below) : './'}${written.slice(2)}${project.suffix}`;
}

function addParts(project: NestProject, root: RootModuleSource, parts: readonly Part[]): boolean {
  const { source, metadata } = root;
  const additions = (['imports', 'providers'] as const).map((list) => {
    const texts = parts.filter((part) => part.list === list).map((part) => source.quoted(part.text));
    return texts.length > 0 ? extend(root, list, texts) : [];
  });
  if (additions.includes(undefined)) return false;
  const properties = additions.flatMap((each) => each ?? []);
  if (properties.length > 0) append(source, metadata, properties);
  const wanted = parts.flatMap((part) => part.names);
  for (const from of new Set(wanted.map((each) => each[1]))) {
    const of = [...new Set(wanted.filter((each) => each[1] === from).map(([name]) => name))];
    const isOwn = `${project.sourceRoot}/${from.replace(/^\.\//, '')}.ts` === source.path;
    if (!isOwn) addImport(source, of, specifierOf(project, source, from));
  }
  return project.write(source);
}

/** Adds the imports and the provider to the root module, and a DataSource on SQLite if the project has none. */
export function addImports(project: NestProject): Outcome[] {
  const parts = missingParts(project);
  const where = findCreation(project)?.main.path ?? `${project.sourceRoot}/main.ts`;
  if (parts.length === 0) return [present(where, 'its application imports TillbridgeModule')];
  const root = findRootModule(project);
  if (!root) return [byHand(where, `The root module is not a class with @Module({ … }). ${HAND}`)];
  if (!addParts(project, root, parts)) return [byHand(root.source.path, HAND)];
  return parts.map((part) => done(root.source.path, part.outcome));
}
