import { describe, expect, it } from '@jest/globals';
import { addTo } from './memory-project.js';

const CONFIG = 'tillbridge.config.mjs';

const main = (statements: string, more = ''): string => `import { NestFactory } from '@nestjs/core';
import { RequestMethod, VersioningType } from '@nestjs/common';
import { AppModule } from './app.module.js';
${more}
async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  ${statements}
  await app.listen(3000);
}
await bootstrap();
`;

describe('the application that the command line opens', () => {
  it('has the prefix, its exceptions and the versions that main.ts gives it', () => {
    const statements = `app.setGlobalPrefix('api', {
    exclude: [{ path: 'health', method: RequestMethod.GET }],
  });
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });`;
    const { read, handwork } = addTo({ 'src/main.ts': main(statements) });

    expect(handwork).toEqual([]);
    expect(read(CONFIG)).toContain(`import { RequestMethod, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { defineConfig } from 'tillbridge';
`);
    expect(read(CONFIG)).toContain(`  create: async (module, options) => {
    const app = await NestFactory.create(module, { ...options, rawBody: true });
    app.setGlobalPrefix('api', {
      exclude: [{ path: 'health', method: RequestMethod.GET }],
    });
    app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
    return app;
  },
`);
    expect(read('src/payments/payment-options.ts')).toContain('/api/payments/notifications/web`');
  });

  it('is made on Fastify where main.ts does', () => {
    const { read } = addTo({ 'src/main.ts': main('').replace('AppModule)', 'AppModule, new FastifyAdapter())') });

    expect(read(CONFIG)).toContain(
      '  create: (module, options) => NestFactory.create(module, new FastifyAdapter(), { ...options, rawBody: true }),\n',
    );
    expect(read(CONFIG)).toContain("import { FastifyAdapter } from '@nestjs/platform-fastify';");
  });

  it.each([
    ['a constant', 'app.setGlobalPrefix(PREFIX);', "const PREFIX = 'api';", "app.setGlobalPrefix('api');"],
    [
      'a constant of another file',
      'app.setGlobalPrefix(PREFIX);',
      "import { PREFIX } from './prefix.js';",
      "app.setGlobalPrefix('v');",
    ],
    [
      'the environment',
      "app.setGlobalPrefix((process.env.PREFIX as string) ?? 'api');",
      '',
      "app.setGlobalPrefix((process.env.PREFIX) ?? 'api');",
    ],
    [
      'a shorthand',
      "app.setGlobalPrefix('api', { exclude });",
      "const exclude = ['health'] as const;",
      "app.setGlobalPrefix('api', { exclude: ['health'] });",
    ],
    [
      'options in a constant',
      'app.enableVersioning(how);',
      'const how = { type: VersioningType.URI };',
      'app.enableVersioning(({ type: VersioningType.URI }));',
    ],
  ])('says by its value what main.ts says by %s', (_how, statement, more, expected) => {
    const { read } = addTo({
      'src/main.ts': main(statement, more),
      'src/prefix.ts': "export const PREFIX = 'v';\n",
    });

    expect(read(CONFIG)).toContain(`    ${expected}\n`);
  });

  it.each([
    ['of what main.ts alone knows', "app.setGlobalPrefix(app.get(ConfigService).get('PREFIX'));"],
    ['only sometimes', "if (process.env.PREFIX) app.setGlobalPrefix('api');"],
  ])('is completed by a person where main.ts makes it so %s', (_why, statement) => {
    const { read, outcomes } = addTo({ 'src/main.ts': main(statement) });

    expect(outcomes.filter(({ kind }) => kind === 'by-hand')).toEqual([
      expect.objectContaining({ what: expect.stringContaining('write the whole path into notificationUrl') }),
      expect.objectContaining({ where: CONFIG, what: expect.stringContaining('main.ts calls setGlobalPrefix') }),
    ]);
    expect(read(CONFIG)).not.toContain('setGlobalPrefix');
  });

  it.each(["'payments/*path'", "'{*rest}'", "{ path: '/(.*)', method: RequestMethod.POST }"])(
    'may have the notification route elsewhere, if the prefix excepts %s',
    (excepted) => {
      const { handwork } = addTo({ 'src/main.ts': main(`app.setGlobalPrefix('api', { exclude: [${excepted}] });`) });

      expect(handwork).toEqual(['src/payments/payment-options.ts']);
    },
  );
});
