import { describe, expect, it } from '@jest/globals';
import { addTo } from './memory-project.js';

const MODULE = `import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';

@Module({
  imports: [ConfigModule.forRoot()],
})
export class AppModule {}
`;

const OPTIONS = 'src/payments/payment-options.ts';
const squeezed = (text: string): string => text.replaceAll(/\s+/g, ' ');

describe('a shop that reads its settings by ConfigModule', () => {
  it('describes its account by ConfigService', () => {
    const { read, handwork, outcomes } = addTo({ 'src/app.module.ts': MODULE });

    expect(handwork).toEqual([]);
    expect(read(OPTIONS)).toContain('export function paymentOptions(config: ConfigService): TillbridgeOptions {');
    expect(read(OPTIONS)).toContain("config.get<string>('PAYMENT_API_KEY', usualKey)");
    expect(read(OPTIONS)).not.toContain('process.env');
    expect(squeezed(read('src/app.module.ts'))).toContain(
      'TillbridgeModule.forRootAsync({ imports: [ConfigModule], inject: [ConfigService], useFactory: paymentOptions, })',
    );
    expect(read('src/app.module.ts')).toContain("import { ConfigModule, ConfigService } from '@nestjs/config';");
    expect(outcomes.find(({ where }) => where === '.env.example')?.what).toContain('your ConfigModule reads .env');
  });

  it('finds a new database by ConfigService as well', () => {
    const text = squeezed(addTo({ 'src/app.module.ts': MODULE }).read('src/app.module.ts'));

    expect(text).toContain("useFactory: (config: ConfigService) => ({ type: 'better-sqlite3',");
    expect(text).toContain("database: config.get<string>('DATABASE', 'shop.sqlite'),");
  });

  it('goes on reading the environment where there is only a module of that name', () => {
    const { read } = addTo({ 'src/app.module.ts': MODULE.replace('@nestjs/config', './config.js') });

    expect(read(OPTIONS)).toContain('process.env.PAYMENT_API_KEY ?? usualKey');
    expect(read('src/app.module.ts')).toContain('forRootAsync({ useFactory: paymentOptions })');
  });
});
