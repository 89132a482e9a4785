import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { NestProject, type ProjectFiles } from '../project/nest-project.js';
import type { Outcome } from '../project/outcome.js';
import { addEverything } from './add-everything.js';
import { reportLines } from './report.js';

type Files = Readonly<Record<string, string>>;

/** What `nest new` leaves behind, as far as it is looked at. */
const FRESH: Files = {
  'package.json': '{\n  "type": "module",\n  "dependencies": {\n    "@nestjs/core": "^12.0.1"\n  }\n}\n',
  'src/main.ts': `import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  await app.listen(3000);
}
await bootstrap();
`,
  'src/app.module.ts': `import { Module } from '@nestjs/common';

@Module({
  imports: [],
  providers: [],
})
export class AppModule {}
`,
};

/** A project in memory. A file without a text is left out. */
function filesOf(texts: Readonly<Record<string, string | undefined>>): ProjectFiles {
  const files = new Map(Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined));
  const write = (path: string, text: string): void => void files.set(path, text);
  return {
    exists: (path) => files.has(path),
    readText: (path) => files.get(path) ?? '',
    create: write,
    overwrite: write,
    pathsBelow: (folder) => [...files.keys()].filter((path) => path.startsWith(`${folder}/`)),
  };
}

/** Adds tillbridge to a project made of these files. */
function add(changes: Readonly<Record<string, string | undefined>> = {}) {
  const files = filesOf({ ...FRESH, ...changes });
  const again = (): { outcomes: readonly Outcome[]; refusal?: string } =>
    addEverything(new NestProject(files, ts, 'src'));
  const { outcomes, refusal } = again();
  const handwork = outcomes.filter(({ kind }) => kind === 'by-hand').map(({ where }) => where);
  return { outcomes, refusal, handwork, again, read: (path: string): string => files.readText(path), files };
}

/** A root module with this DataSource, and whatever else the file needs. */
const withDataSource = (call: string, more = ''): string => `import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
${more}
@Module({ imports: [${call}] })
export class AppModule {}
`;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a project as nest new makes it', () => {
  it('gets a database, the module, its handlers and the raw body, without a word left to a person', () => {
    const { read, handwork } = add();

    expect(handwork).toEqual([]);
    expect(read('src/main.ts')).toContain('NestFactory.create(AppModule, { rawBody: true });');
    expect(squeezed(read('src/app.module.ts'))).toContain(
      'ScheduleModule.forRoot(), TillbridgeModule.forRootAsync({ useFactory: paymentOptions }), ], providers: [ PaymentEffects, ],',
    );
    expect(read('src/app.module.ts')).toContain("from './payments/payment-options.js';");
    expect(read('tillbridge.config.mjs')).toContain("(await import('./dist/app.module.js')).AppModule");
    expect(read('.env.example')).toMatch(/^PAYMENT_API_KEY=/m);
  });

  it('is not changed by a second run', () => {
    const { again, read } = add();
    const paths = ['package.json', 'src/main.ts', 'src/app.module.ts', '.env.example', 'tillbridge.config.mjs'];
    const before = paths.map(read);

    const second = again().outcomes;

    expect(paths.map(read)).toEqual(before);
    expect(new Set(second.map(({ kind }) => kind))).toEqual(new Set(['present']));
  });

  it('is told plainly that the database is a new one', () => {
    expect(reportLines(add().outcomes).join('\n')).toContain('there was none, so it is SQLite');
  });

  it('gets the packages of its own version of Nest, and imports without an ending where it is CommonJS', () => {
    const { read } = add({ 'package.json': '{ "dependencies": { "@nestjs/core": "^11.0.1" } }' });

    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dependencies).toMatchObject({ '@nestjs/axios': '^4.0.0', '@nestjs/typeorm': '^11.0.0' });
    expect(read('src/app.module.ts')).toContain("from './payments/payment-options';");
  });

  it.each(['^10.0.0', undefined])('is not touched when it is of Nest %s', (version) => {
    const { refusal, read } = add({ 'package.json': JSON.stringify({ dependencies: { '@nestjs/core': version } }) });

    expect(refusal).toContain('Nest 11 or 12');
    expect(read('src/main.ts')).toBe(FRESH['src/main.ts']);
  });
});

describe('the DataSource of a shop', () => {
  const ENTITIES = '...tillbridgeEntities';
  const MIGRATIONS = '...tillbridgeMigrations';

  it.each([
    ['an object', "TypeOrmModule.forRoot({ type: 'postgres', entities: [User] })", ''],
    ['lists of files', "TypeOrmModule.forRoot({ entities: ['a.js'], migrations: ['b.js'] })", ''],
    ['a constant', 'TypeOrmModule.forRoot(options)', "const options = { type: 'postgres' } as const;\n"],
    ['a factory', "TypeOrmModule.forRootAsync({ useFactory: () => ({ type: 'mariadb' }) })", ''],
    [
      'a factory with steps',
      'TypeOrmModule.forRootAsync({ useFactory() { const a = 1; return { poolSize: a }; } })',
      '',
    ],
    ['a list by name', 'TypeOrmModule.forRoot({ entities: all })', 'const all = [User];\n'],
  ])('is extended when it is written as %s', (_how, call, more) => {
    const { read, handwork } = add({ 'src/app.module.ts': withDataSource(call, more) });

    const text = read('src/app.module.ts');
    expect(handwork).toEqual([]);
    expect(text).toContain(ENTITIES);
    expect(text).toContain(MIGRATIONS);
    expect(text).not.toContain('better-sqlite3');
    expect(text).toContain("import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';");
  });

  it('is extended where it stands, in another file', () => {
    const { read, handwork } = add({
      'src/app.module.ts': withDataSource(
        'TypeOrmModule.forRoot(options)',
        "import { options } from './database.js';\n",
      ),
      'src/database.ts': 'export const options = {\n  type: "postgres", // the big one\n  entities: [],\n};\n',
    });

    expect(handwork).toEqual([]);
    expect(read('src/database.ts')).toContain('  type: "postgres", // the big one\n');
    expect(squeezed(read('src/database.ts'))).toContain(
      `entities: [ ${ENTITIES}, ], migrations: [${MIGRATIONS}], migrationsRun: true, };`,
    );
  });

  it.each([
    ['comes from a class', 'TypeOrmModule.forRootAsync({ useClass: Settings })'],
    ['is computed', 'TypeOrmModule.forRoot(settings())'],
    ['hides its lists in a spread', 'TypeOrmModule.forRoot({ ...base })'],
    ['computes its list', 'TypeOrmModule.forRoot({ entities: Object.values(all) })'],
    ['is of another engine', "TypeOrmModule.forRoot({ type: 'mssql' })"],
    ['is one of two', 'TypeOrmModule.forRoot({}), TypeOrmModule.forRoot({})'],
  ])('is left to a person, with the words to write, when it %s', (_why, call) => {
    const { read, outcomes, handwork } = add({ 'src/app.module.ts': withDataSource(call) });

    expect(handwork).toEqual(['src/app.module.ts']);
    expect(read('src/app.module.ts')).not.toContain(ENTITIES);
    expect(outcomes.find(({ kind }) => kind === 'by-hand')?.what).toMatch(/tillbridge\/database|Use another one/);
  });

  it('is the one without a name', () => {
    const call = "TypeOrmModule.forRoot({ name: 'reports' }), TypeOrmModule.forRoot({ database: 'shop' })";
    const { read } = add({ 'src/app.module.ts': withDataSource(call) });

    expect(squeezed(read('src/app.module.ts'))).toContain(`database: 'shop', entities: [${ENTITIES}]`);
  });

  it('is remarked upon when it changes tables by itself', () => {
    const { outcomes } = add({ 'src/app.module.ts': withDataSource('TypeOrmModule.forRoot({ synchronize: true })') });

    expect(outcomes.filter(({ kind }) => kind === 'note')).toEqual([
      expect.objectContaining({ what: expect.stringContaining('synchronize: true') }),
    ]);
  });
});

describe('main.ts', () => {
  const mainWith = (call: string, before = ''): string =>
    `import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module.js';\n${before}const app = await ${call};\n`;

  it.each([
    ['NestFactory.create(AppModule, new FastifyAdapter())', 'new FastifyAdapter(), { rawBody: true })'],
    ['NestFactory.create(AppModule, { cors: true })', '{ cors: true, rawBody: true })'],
    ['NestFactory.create(AppModule, { rawBody: false })', '{ rawBody: true })'],
    [
      'NestFactory.create<App>(AppModule, adapter)',
      'adapter, { rawBody: true })',
      'const adapter = new FastifyAdapter();\n',
    ],
    [
      'NestFactory.create(AppModule, options)',
      'const options = { cors: true, rawBody: true };',
      'const options = { cors: true };\n',
    ],
  ])('keeps the raw body in %s', (call, expected, before = '') => {
    const { read, handwork } = add({ 'src/main.ts': mainWith(call, before) });

    expect(handwork).toEqual([]);
    expect(read('src/main.ts')).toContain(expected);
  });

  it.each([
    'NestFactory.create(AppModule, { bodyParser: false })',
    'NestFactory.create(AppModule, options())',
    'NestFactory.create(AppModule, { rawBody })',
  ])('is left to a person when it says %s', (call) => {
    const { read, handwork } = add({ 'src/main.ts': mainWith(call) });

    expect(handwork).toEqual(['src/main.ts']);
    expect(read('src/main.ts')).toBe(mainWith(call));
  });

  it('puts its global prefix into the address of notifications', () => {
    const main = `${mainWith('NestFactory.create(AppModule)')}app.setGlobalPrefix('/api');\n`;

    expect(add({ 'src/main.ts': main }).read('src/payments/payment-options.ts')).toContain(
      '/api/payments/notifications/web',
    );
  });

  it.each([
    ['is missing', undefined],
    ['cannot be parsed', 'const app = await NestFactory.create(AppModule;\n'],
    ['makes no application', 'await start();\n'],
  ])('does not stop the rest when it %s', (_why, text) => {
    const { handwork, files } = add({ 'src/main.ts': text });

    expect(handwork).toEqual(['src/main.ts', 'src/main.ts']);
    expect(files.exists('src/payments/payment-options.ts')).toBe(true);
    expect(text === undefined || files.readText('src/main.ts') === text).toBe(true);
  });
});

describe('a root module that is written another way', () => {
  it.each([
    'import { Module } from "@nestjs/common";\n@Module(metadata)\nexport class AppModule {}\n',
    'import { Module } from "@nestjs/common";\n@Module({ imports: [...base].concat(more) })\nexport class AppModule {}\n',
    'export const AppModule = build();\n',
  ])('is left to a person: %s', (text) => {
    const { read, handwork } = add({ 'src/app.module.ts': text });

    expect(handwork).toHaveLength(1);
    expect(read('src/app.module.ts')).toBe(text);
  });
});

describe('what is there already', () => {
  it('is left as it is: files of the same names, and a module that somebody set up', () => {
    const { read, files } = add({
      'tillbridge.config.js': 'mine',
      '.env.example': '# PAYMENT_API_KEY=mine\n',
      'src/shop.module.ts': "import { TillbridgeModule } from 'tillbridge';\nexport const shop = TillbridgeModule;\n",
    });

    expect(files.exists('tillbridge.config.mjs')).toBe(false);
    expect(files.exists('src/payments/payment-options.ts')).toBe(false);
    expect(read('.env.example')).toMatch(/^# PAYMENT_API_KEY=mine\n\n#.*\nPAYMENT_MODE=sandbox\n/);
    expect(read('src/app.module.ts')).not.toContain('TillbridgeModule');
  });

  it('learns in a test of the whole application that raw bodies are kept', () => {
    const test =
      "import { AppModule } from '../src/app.module.js';\nconst app = fixture(AppModule).createNestApplication();\n";

    expect(add({ 'test/app.e2e-spec.ts': test }).read('test/app.e2e-spec.ts')).toContain(
      'createNestApplication({ rawBody: true })',
    );
  });
});
