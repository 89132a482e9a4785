import { findCreation, findRootModule, type RootModule } from '../project/application.js';
import type { NestProject } from '../project/nest-project.js';
import { byHand, done, present, type Outcome } from '../project/outcome.js';
import { dataSourceImports } from '../project/type-orm.js';
import { addImport } from '../source/imports.js';
import { append } from '../source/lists.js';
import { mentions, names, propertyOf } from '../source/lookups.js';
import type { Source } from '../source/source.js';

/** Something to put into a list of the root module, and what it needs to be imported. */
interface Part {
  readonly list: 'imports' | 'providers';
  readonly text: string;
  readonly names: readonly (readonly [name: string, from: string])[];
  readonly outcome: string;
}

/** A DataSource for anyone who has none; `dependencies.step` adds its driver. */
const SQLITE = `TypeOrmModule.forRoot({
  type: 'better-sqlite3',
  database: process.env.DATABASE ?? 'shop.sqlite',
  autoLoadEntities: true,
  entities: [...tillbridgeEntities],
  migrations: [...tillbridgeMigrations],
  migrationsRun: true,
})`;

const DATABASE: Part = {
  list: 'imports',
  text: SQLITE,
  names: [
    ['TypeOrmModule', '@nestjs/typeorm'],
    ['tillbridgeEntities', 'tillbridge/database'],
    ['tillbridgeMigrations', 'tillbridge/database'],
  ],
  outcome:
    'has a database now: there was none, so it is SQLite in shop.sqlite. Exchange type and database for those of your PostgreSQL, MySQL or MariaDB',
};

const SCHEDULE: Part = {
  list: 'imports',
  text: 'ScheduleModule.forRoot()',
  names: [['ScheduleModule', '@nestjs/schedule']],
  outcome: 'imports ScheduleModule, which polling.cron needs',
};

const PAYMENTS: Part = {
  list: 'imports',
  text: 'TillbridgeModule.forRootAsync({ useFactory: paymentOptions })',
  names: [
    ['TillbridgeModule', 'tillbridge'],
    ['paymentOptions', './payments/payment-options'],
  ],
  outcome: 'imports TillbridgeModule',
};

const HANDLERS: Part = {
  list: 'providers',
  text: 'PaymentEffects',
  names: [['PaymentEffects', './payments/payment-effects.service']],
  outcome: 'provides the handlers of payments/payment-effects.service.ts',
};

const HAND =
  'Put into the root module: imports: [TillbridgeModule.forRootAsync({ useFactory: paymentOptions })], providers: [PaymentEffects]; both stand in payments/. It needs TypeOrmModule with the tables of tillbridge, too.';

/** Whether something is used anywhere in the application, so that it need not be added. */
function isUsed(project: NestProject, name: string): boolean {
  return project
    .sources([project.sourceRoot, 'libs'])
    .filter((source) => !source.path.endsWith('spec.ts'))
    .some((source) => mentions(source, name));
}

function missingParts(project: NestProject): Part[] {
  return [
    ...(dataSourceImports(project).length === 0 ? [DATABASE] : []),
    ...(isUsed(project, 'ScheduleModule') ? [] : [SCHEDULE]),
    ...(isUsed(project, 'TillbridgeModule') ? [] : [PAYMENTS, HANDLERS]),
  ];
}

/** Adds texts to one list of the module. @returns the property to write when there is none, undefined when it is not a plain list */
function extend({ source, metadata }: RootModule, list: Part['list'], texts: readonly string[]): string[] | undefined {
  const property = propertyOf(source, metadata, list);
  if (!property) {
    const written = texts.map((text) => `  ${text.replaceAll('\n', '\n  ')},\n`).join('');
    return names(source, metadata, list) ? undefined : [`${list}: [\n${written}]`];
  }
  if (!source.compiler.isArrayLiteralExpression(property.initializer)) return undefined;
  append(source, property.initializer, texts);
  return [];
}

/** The folder of `payments/`, as the root module imports it. */
function specifierOf(project: NestProject, source: Source, written: string): string {
  if (!written.startsWith('.')) return written;
  const below = source.path.slice(project.sourceRoot.length + 1).split('/').length - 1;
  return `${below > 0 ? '../'.repeat(below) : './'}${written.slice(2)}${project.suffix}`;
}

function addParts(project: NestProject, root: RootModule, parts: readonly Part[]): boolean {
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
    const of = wanted.filter((each) => each[1] === from).map(([name]) => name);
    addImport(source, of, specifierOf(project, source, from));
  }
  return project.write(source);
}

/** The imports and the provider in the root module; a DataSource on SQLite when the project has none. */
export function addImports(project: NestProject): Outcome[] {
  const parts = missingParts(project);
  const where = findCreation(project)?.main.path ?? `${project.sourceRoot}/main.ts`;
  if (parts.length === 0) return [present(where, 'its application imports TillbridgeModule')];
  const root = findRootModule(project);
  if (!root) return [byHand(where, `The root module is not a class with @Module({ … }). ${HAND}`)];
  if (!addParts(project, root, parts)) return [byHand(root.source.path, HAND)];
  return parts.map((part) => done(root.source.path, part.outcome));
}
