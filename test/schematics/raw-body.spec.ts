import { describe, expect, it } from '@jest/globals';
import { addTo } from './memory-project.js';

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
    const { read, handwork } = addTo({ 'src/main.ts': mainWith(call, before) });

    expect(handwork).toEqual([]);
    expect(read('src/main.ts')).toContain(expected);
  });

  it.each([
    'NestFactory.create(AppModule, { bodyParser: false })',
    'NestFactory.create(AppModule, options())',
    'NestFactory.create(AppModule, { rawBody })',
  ])('is left to a person when it says %s', (call) => {
    const { read, handwork } = addTo({ 'src/main.ts': mainWith(call) });

    expect(handwork).toEqual(['src/main.ts']);
    expect(read('src/main.ts')).toContain(mainWith(call));
  });

  it('puts its global prefix into the address of notifications', () => {
    const main = `${mainWith('NestFactory.create(AppModule)')}app.setGlobalPrefix('/api');\n`;

    expect(addTo({ 'src/main.ts': main }).read('src/payments/payment-options.ts')).toContain(
      '/api/payments/notifications/web',
    );
  });

  it.each([
    ['is missing', undefined],
    ['cannot be parsed', 'const app = await NestFactory.create(AppModule;\n'],
    ['makes no application', 'await start();\n'],
  ])('does not stop the rest when it %s', (_why, text) => {
    const { handwork, files } = addTo({ 'src/main.ts': text });

    expect(handwork).toEqual(['src/main.ts', 'src/main.ts']);
    expect(files.exists('src/payments/payment-options.ts')).toBe(true);
    expect(text === undefined || files.readText('src/main.ts') === text).toBe(true);
  });
});
