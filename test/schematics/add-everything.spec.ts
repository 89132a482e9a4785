import { describe, expect, it } from '@jest/globals';
import { addTo, FRESH } from './memory-project.js';
import { reportLines } from '../../src/schematics/nest-add/report.js';

/** A root module with this DataSource, and whatever else the file needs. */
const withDataSource = (call: string, more = ''): string => `import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
${more}
@Module({ imports: [${call}] })
export class AppModule {}
`;

const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a project as nest new makes it', () => {
  it('gets a database, the module, its handlers and the raw body, without an error left to a person', () => {
    const { read, handwork } = addTo();

    expect(handwork).toEqual([]);
    expect(read('src/main.ts')).toContain('NestFactory.create(AppModule, { rawBody: true });');
    expect(squeezed(read('src/app.module.ts'))).toContain(
      'ScheduleModule.forRoot(), TillbridgeModule.forRootAsync({ useFactory: paymentOptions }), ], providers: [PaymentEffects],',
    );
    expect(read('src/app.module.ts')).toContain("from './payments/payment-options.js';");
    expect(read('tillbridge.config.mjs')).toContain("(await import('./dist/app.module.js')).AppModule");
    expect(read('.env.example')).toMatch(/^PAYMENT_API_KEY=/m);
  });

  it('is not changed by a second run', () => {
    const { again, read } = addTo();
    const paths = ['package.json', 'src/main.ts', 'src/app.module.ts', '.env.example', 'tillbridge.config.mjs'];
    const before = paths.map(read);

    const second = again().outcomes;

    expect(paths.map(read)).toEqual(before);
    expect(new Set(second.map(({ kind }) => kind))).toEqual(new Set(['present']));
  });

  it('is told plainly that the database is a new one', () => {
    expect(reportLines(addTo().outcomes).join('\n')).toContain('there was none, so it is SQLite');
  });

  it('gets the packages of its own version of Nest, and imports without an ending where it is CommonJS', () => {
    const { read } = addTo({ 'package.json': '{ "dependencies": { "@nestjs/core": "^11.0.1" } }' });

    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };
    expect(dependencies).toMatchObject({ '@nestjs/axios': '^4.0.0', '@nestjs/typeorm': '^11.0.0' });
    expect(read('src/app.module.ts')).toContain("from './payments/payment-options';");
  });

  it('gets the driver of SQLite for the sandbox alone where it has a database of another engine', () => {
    const postgres = withDataSource("TypeOrmModule.forRoot({ type: 'postgres' })");
    const added = addTo({ 'src/app.module.ts': postgres });
    const own = addTo();

    const manifest = JSON.parse(added.read('package.json')) as Record<string, Record<string, string>>;
    expect(manifest['devDependencies']).toEqual({ 'better-sqlite3': '^12.0.0' });
    expect(manifest['dependencies']).not.toHaveProperty('better-sqlite3');
    expect(JSON.parse(own.read('package.json'))).toMatchObject({ dependencies: { 'better-sqlite3': '^12.0.0' } });
    expect(JSON.parse(own.read('package.json'))).not.toHaveProperty('devDependencies');
  });

  it.each(['dependencies', 'devDependencies'])('keeps the driver that stands among its %s', (list) => {
    const manifest = JSON.parse(FRESH['package.json'] ?? '{}') as Record<string, object>;
    const { read } = addTo({
      'package.json': JSON.stringify({ ...manifest, [list]: { ...manifest[list], 'better-sqlite3': '^11.0.0' } }),
      'src/app.module.ts': withDataSource("TypeOrmModule.forRoot({ type: 'postgres' })"),
    });

    expect(read('package.json').match(/"better-sqlite3": "[^"]*"/g)).toEqual(['"better-sqlite3": "^11.0.0"']);
  });

  it.each(['^10.0.0', undefined])('is not touched when it is of Nest %s', (version) => {
    const { refusal, read } = addTo({ 'package.json': JSON.stringify({ dependencies: { '@nestjs/core': version } }) });

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
    const { read, handwork } = addTo({ 'src/app.module.ts': withDataSource(call, more) });

    const text = read('src/app.module.ts');
    expect(handwork).toEqual([]);
    expect(text).toContain(ENTITIES);
    expect(text).toContain(MIGRATIONS);
    expect(text).not.toContain('better-sqlite3');
    expect(text).toContain("import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';");
  });

  it('is extended where it stands, in another file', () => {
    const { read, handwork } = addTo({
      'src/app.module.ts': withDataSource(
        'TypeOrmModule.forRoot(options)',
        "import { options } from './database.js';\n",
      ),
      'src/database.ts': 'export const options = {\n  type: "postgres", // the big one\n  entities: [],\n};\n',
    });

    expect(handwork).toEqual([]);
    expect(read('src/database.ts')).toContain('  type: "postgres", // the big one\n');
    expect(squeezed(read('src/database.ts'))).toContain(
      `entities: [${ENTITIES}], migrations: [${MIGRATIONS}], migrationsRun: true, };`,
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
    const { read, outcomes, handwork } = addTo({ 'src/app.module.ts': withDataSource(call) });

    expect(handwork).toEqual(['src/app.module.ts']);
    expect(read('src/app.module.ts')).not.toContain(ENTITIES);
    expect(outcomes.find(({ kind }) => kind === 'by-hand')?.what).toMatch(/tillbridge\/database|Use another one/);
  });

  it('is the one without a name', () => {
    const call = "TypeOrmModule.forRoot({ name: 'reports' }), TypeOrmModule.forRoot({ database: 'shop' })";
    const { read } = addTo({ 'src/app.module.ts': withDataSource(call) });

    expect(squeezed(read('src/app.module.ts'))).toContain(`database: 'shop', entities: [${ENTITIES}]`);
  });

  it('is remarked upon when it changes tables by itself', () => {
    const { outcomes } = addTo({ 'src/app.module.ts': withDataSource('TypeOrmModule.forRoot({ synchronize: true })') });

    expect(outcomes.filter(({ kind }) => kind === 'note')).toEqual([
      expect.objectContaining({ what: expect.stringContaining('synchronize: true') }),
    ]);
  });
});

describe('a root module that is written another way', () => {
  it.each([
    'import { Module } from "@nestjs/common";\n@Module(metadata)\nexport class AppModule {}\n',
    'import { Module } from "@nestjs/common";\n@Module({ imports: [...base].concat(more) })\nexport class AppModule {}\n',
    'export const AppModule = build();\n',
  ])('is left to a person: %s', (text) => {
    const { read, handwork } = addTo({ 'src/app.module.ts': text });

    expect(handwork).toHaveLength(1);
    expect(read('src/app.module.ts')).toBe(text);
  });
});

describe('a list on lines of its own', () => {
  it('is extended below its last element and the comment behind that', () => {
    const module = FRESH['src/app.module.ts']?.replace(
      'imports: []',
      'imports: [\n    Books,\n    Books, // again\n  ]',
    );
    const { read } = addTo({ 'src/app.module.ts': module });

    expect(read('src/app.module.ts')).toContain(
      '    Books,\n    Books, // again\n    TypeOrmModule.forRoot({\n      type:',
    );
  });
});

describe('what is there already', () => {
  it('is left as it is: files of the same names, and a module that someone set up', () => {
    const { read, files } = addTo({
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

    expect(addTo({ 'test/app.e2e-spec.ts': test }).read('test/app.e2e-spec.ts')).toContain(
      'createNestApplication({ rawBody: true })',
    );
  });
});
