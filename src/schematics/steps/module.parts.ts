import { hasConfigModule } from '../project/config-module.js';
import { dataSourceFiles } from '../project/data-source-files.js';
import { globalGuards } from '../project/global-guards.js';
import type { NestProject } from '../project/nest-project.js';
import { dataSourceImports } from '../project/type-orm.js';
import { mentions } from '../source/lookups.js';

/** An entry for a list of the root module, and the imports that it needs. */
export interface Part {
  readonly list: 'imports' | 'providers';
  readonly text: string;
  readonly names: readonly (readonly [name: string, from: string])[];
  readonly outcome: string;
}

const CONFIG_NAMES = ['ConfigModule', 'ConfigService'].map((name) => [name, '@nestjs/config'] as const);
const WITH_CONFIG = ['imports: [ConfigModule]', 'inject: [ConfigService]'];

const options = (database: string): string => `{
  type: 'better-sqlite3',
  database: ${database},
  autoLoadEntities: true,
  entities: [...tillbridgeEntities],
  migrations: [...tillbridgeMigrations],
  migrationsRun: true,
}`;

const SQLITE = `TypeOrmModule.forRoot(${options("process.env.DATABASE ?? 'shop.sqlite'")})`;
const SQLITE_BY_CONFIG = `TypeOrmModule.forRootAsync({
  ${WITH_CONFIG.join(',\n  ')},
  useFactory: (config: ConfigService) => (${options("config.get<string>('DATABASE', 'shop.sqlite')").replaceAll('\n', '\n  ')}),
})`;

/** A DataSource for a project without one; `dependencies.step` adds its driver. */
const newDatabase = (byConfig: boolean): Part => ({
  list: 'imports',
  text: byConfig ? SQLITE_BY_CONFIG : SQLITE,
  names: [
    ['TypeOrmModule', '@nestjs/typeorm'],
    ['tillbridgeEntities', 'tillbridge/database'],
    ['tillbridgeMigrations', 'tillbridge/database'],
    ...(byConfig ? CONFIG_NAMES : []),
  ],
  outcome:
    'has a database now: there was none, so it is SQLite in shop.sqlite. Exchange type and database for those of your PostgreSQL, MySQL or MariaDB',
});

/** The DataSource that a file of the application creates, shared with Nest. */
function sharedDatabase(project: NestProject): Part | undefined {
  const [found, ...others] = dataSourceFiles(project).filter(({ source }) =>
    source.path.startsWith(`${project.sourceRoot}/`),
  );
  if (found?.exportedAs === undefined || others.length > 0) return undefined;
  const from = `.${found.source.path.slice(project.sourceRoot.length).replace(/\.ts$/, '')}`;
  return {
    list: 'imports',
    text: `TypeOrmModule.forRoot(${found.exportedAs}.options)`,
    names: [
      ['TypeOrmModule', '@nestjs/typeorm'],
      [found.exportedAs, from],
    ],
    outcome: `imports TypeOrmModule, which was missing, with the options of ${found.source.path}`,
  };
}

const SCHEDULE: Part = {
  list: 'imports',
  text: 'ScheduleModule.forRoot()',
  names: [['ScheduleModule', '@nestjs/schedule']],
  outcome: 'imports ScheduleModule, which polling.cron needs',
};

function payments(project: NestProject): Part {
  const byConfig = hasConfigModule(project);
  const guards = globalGuards(project).filter(({ decorator }) => decorator !== undefined);
  const decorators = guards.flatMap(({ decorator }) => decorator ?? []);
  const texts = [...new Set(decorators.map(({ text }) => text))];
  const properties = [
    ...(byConfig ? WITH_CONFIG : []),
    'useFactory: paymentOptions',
    ...(texts.length > 0 ? [`notificationDecorators: [${texts.join(', ')}]`] : []),
  ];
  const written =
    properties.length > 1 ? `{\n${properties.map((each) => `  ${each},\n`).join('')}}` : `{ ${properties.join()} }`;
  const past = `; notificationDecorators lets notifications past ${guards.map(({ name }) => name).join(', ')}`;
  return {
    list: 'imports',
    text: `TillbridgeModule.forRootAsync(${written})`,
    names: [
      ['TillbridgeModule', 'tillbridge'],
      ['paymentOptions', './payments/payment-options'],
      ...(byConfig ? CONFIG_NAMES : []),
      ...decorators.map(({ name, from }) => [name, from] as const),
    ],
    outcome: `imports TillbridgeModule${byConfig ? ', with ConfigService' : ''}${texts.length > 0 ? past : ''}`,
  };
}

const HANDLERS: Part = {
  list: 'providers',
  text: 'PaymentEffects',
  names: [['PaymentEffects', './payments/payment-effects.service']],
  outcome: 'provides the handlers of payments/payment-effects.service.ts',
};

/** Whether the application uses something already, so that it is not added. */
const isUsed = (project: NestProject, name: string): boolean =>
  project.ownSources.some((source) => mentions(source, name));

/** What the root module lacks for payments. */
export function missingParts(project: NestProject): Part[] {
  return [
    ...(dataSourceImports(project).length === 0
      ? [sharedDatabase(project) ?? newDatabase(hasConfigModule(project))]
      : []),
    ...(isUsed(project, 'ScheduleModule') ? [] : [SCHEDULE]),
    ...(isUsed(project, 'TillbridgeModule') ? [] : [payments(project), HANDLERS]),
  ];
}
