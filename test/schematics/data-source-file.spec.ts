import { describe, expect, it } from '@jest/globals';
import { addTo } from './memory-project.js';

const FILE = 'data-source.ts';
const ENTITIES = 'entities: [...tillbridgeEntities]';
const MIGRATIONS = 'migrations: [...tillbridgeMigrations]';

const file = (options: string, more = ''): string =>
  `import { DataSource } from 'typeorm';\n${more}export const shop = new DataSource(${options});\n`;

const moduleWith = (options: string, more = ''): string => `import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
${more}
@Module({ imports: [TypeOrmModule.forRoot(${options})] })
export class AppModule {}
`;

const OWN = moduleWith("{ type: 'postgres' }");

describe("the file for TypeORM's command line", () => {
  it.each([FILE, 'src/data-source.ts', 'database/data-source.ts'])('gets the tables as well: %s', (path) => {
    const options = "{ type: 'postgres', entities: [User], migrations: ['dist/migrations/*.js'] }";
    const { read, handwork } = addTo({ 'src/app.module.ts': OWN, [path]: file(options) });

    expect(handwork).toEqual([]);
    expect(read(path)).toContain('entities: [User, ...tillbridgeEntities]');
    expect(read(path)).toContain("migrations: ['dist/migrations/*.js', ...tillbridgeMigrations]");
    expect(read(path)).toContain("import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';");
    expect(read(path)).not.toContain('migrationsRun');
  });

  it('keeps the application from running migrations that the shop runs by a command', () => {
    const { read, outcomes } = addTo({
      'src/app.module.ts': OWN,
      [FILE]: file("{ type: 'postgres', migrations: [] }"),
    });

    expect(read('src/app.module.ts')).toContain(MIGRATIONS);
    expect(read('src/app.module.ts')).not.toContain('migrationsRun');
    expect(outcomes.filter(({ kind }) => kind === 'note')).toEqual([
      expect.objectContaining({ where: 'src/app.module.ts', what: expect.stringContaining('as you run yours') }),
    ]);
  });

  it.each([
    ['a constant of its own', 'options', "import { options } from './database.js';\n", 'options'],
    ['the options of the file', 'shop.options', "import { shop } from './database.js';\n", 'options'],
    [
      'a spread of them',
      '{ ...options, autoLoadEntities: true }',
      "import { options } from './database.js';\n",
      'options',
    ],
  ])('may share its options with the module by %s: they are extended once', (_how, given, more, made) => {
    const database = file(made, "export const options = { type: 'postgres', migrations: [] };\n");
    const added = addTo({ 'src/app.module.ts': moduleWith(given, more), 'src/database.ts': database });
    const text = added.read('src/database.ts').replaceAll(/\s+/g, ' ');

    expect(added.handwork).toEqual([]);
    expect(text.split(MIGRATIONS.slice(0, -1))).toHaveLength(2);
    expect(text.split(ENTITIES)).toHaveLength(2);
    expect(added.outcomes.filter(({ where }) => where === 'src/database.ts').map(({ kind }) => kind)).toEqual([
      'done',
      'note',
    ]);
  });

  it('gives the module its options where Nest has none', () => {
    const { read, handwork } = addTo({ 'src/data-source.ts': file("{ type: 'postgres', migrations: [] }") });

    expect(handwork).toEqual([]);
    expect(read('src/app.module.ts')).toContain('TypeOrmModule.forRoot(shop.options)');
    expect(read('src/app.module.ts')).toContain("import { shop } from './data-source.js';");
    expect(JSON.parse(read('package.json'))).toHaveProperty('devDependencies.better-sqlite3');
  });

  it.each([
    ['is one of two', { [FILE]: file('{}'), 'other.ts': file('{}') }],
    ['computes its options', { [FILE]: file('options()') }],
  ])('is left to a person when it %s', (_why, files) => {
    const { handwork, read } = addTo({ 'src/app.module.ts': OWN, ...files });

    expect(handwork).toEqual([FILE]);
    expect(read('src/app.module.ts')).toContain(ENTITIES);
  });

  it.each([
    ['of a test', { 'test/data-source.ts': file('{}') }],
    ['with a name', { [FILE]: file("{ name: 'reports' }"), 'main-source.ts': file('{}') }],
    ['of another package', { [FILE]: file('{}').replace("'typeorm'", "'./own.js'") }],
  ])('is not one %s', (_which, files) => {
    const { handwork, read } = addTo({ 'src/app.module.ts': OWN, ...files });

    expect(handwork).toEqual([]);
    expect(read(Object.keys(files)[0] ?? '')).not.toContain('tillbridge');
  });
});
