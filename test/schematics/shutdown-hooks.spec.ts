import { describe, expect, it } from '@jest/globals';
import { addTo, FRESH } from './memory-project.js';

const IMPORTS = `import { NestFactory } from '@nestjs/core';\nimport { AppModule } from './app.module.js';\n`;

describe('an application that is told to stop', () => {
  it('finishes its work: main.ts enables the hooks of Nest, where the application has its name', () => {
    const { read, outcomes } = addTo();

    expect(read('src/main.ts')).toBe(
      (FRESH['src/main.ts'] ?? '').replace(
        'NestFactory.create(AppModule);',
        'NestFactory.create(AppModule, { rawBody: true });\n  app.enableShutdownHooks();',
      ),
    );
    expect(outcomes).toContainEqual(
      expect.objectContaining({ kind: 'done', where: 'src/main.ts', what: expect.stringMatching(/finishes/) }),
    );
  });

  it.each([
    ['shop', 'const shop = await NestFactory.create(AppModule)\nvoid shop.listen(3000)\n'],
    ['app', 'const app = (await NestFactory.create(AppModule)) as Application;\nawait app.listen(3000);\n'],
    ['app', 'const app = await NestFactory.create(AppModule); // the shop\nawait app.listen(3000);\n'],
  ])('does so by its own name, %s, in: %s', (name, text) => {
    const lines = addTo({ 'src/main.ts': IMPORTS + text })
      .read('src/main.ts')
      .split('\n');

    expect(lines.filter((line) => line.startsWith(`${name}.enableShutdownHooks();`))).toHaveLength(1);
    expect(lines.findIndex((line) => line.includes('NestFactory.create'))).toBe(
      lines.findIndex((line) => line.includes('enableShutdownHooks')) - 1,
    );
  });

  it('is left as it is where it enables them already', () => {
    const main = `${IMPORTS}const app = await NestFactory.create(AppModule, { rawBody: true });\napp.enableShutdownHooks(['SIGTERM']);\n`;

    expect(addTo({ 'src/main.ts': main }).read('src/main.ts')).toBe(main);
  });

  it.each([
    'export const start = () => NestFactory.create(AppModule, { rawBody: true });\n',
    'NestFactory.create(AppModule, { rawBody: true }).then((app) => app.listen(3000));\n',
    'let app: Application;\napp = await NestFactory.create(AppModule, { rawBody: true });\n',
    'await start();\n',
  ])('is said to be in need of them where it has no name of its own: %s', (text) => {
    const { read, outcomes } = addTo({ 'src/main.ts': IMPORTS + text });

    expect(read('src/main.ts')).toBe(IMPORTS + text);
    expect(outcomes).toContainEqual(
      expect.objectContaining({
        kind: 'note',
        where: 'src/main.ts',
        what: expect.stringMatching(/enableShutdownHooks/),
      }),
    );
  });
});
