import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type INestApplication, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { createRequire } from 'node:module';
import { DataSource } from 'typeorm';

@Injectable()
class Till {}

@Module({
  imports: [TypeOrmModule.forRoot({ type: 'better-sqlite3', database: ':memory:' })],
  providers: [Till],
})
class Shop {}

describe('packages that are one script', () => {
  let app: INestApplication;
  beforeAll(async () => {
    app = await NestFactory.create(Shop, { logger: false });
  });
  afterAll(() => app.close());

  it('find the HTTP adapter by an import, and what is not in it, the driver, by a require', () => {
    expect(app.getHttpAdapter().constructor.name).toBe('ExpressAdapter');
    expect(app.get(getDataSourceToken())).toBeInstanceOf(DataSource);
    expect(app.get(Till)).toBeInstanceOf(Till);
  });

  it('are there once, however they are asked for', () => {
    const require = createRequire(import.meta.url);
    expect((require('typeorm') as { DataSource: unknown }).DataSource).toBe(DataSource);
  });

  it('belong to the realm of the spec file, as its own values do', async () => {
    await expect(new DataSource({ type: 'better-sqlite3', database: ':memory:' }).destroy()).rejects.toBeInstanceOf(
      Error,
    );
  });

  it('do not let a second copy of a module in', () => {
    const require = createRequire(import.meta.url);
    expect(() => require('@nestjs/common/decorators/index.js') as unknown).toThrow(/Could not locate module @nestjs/);
  });
});
