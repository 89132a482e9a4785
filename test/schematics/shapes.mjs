/** The kinds of project that the schematic is tried on: what each has besides that which `nest new` makes. */

const OPTIONS = `import type { TypeOrmModuleOptions } from '@nestjs/typeorm';
import { Book } from './book.js';

/** One place for the application and for TypeORM's own command line. */
export const options: TypeOrmModuleOptions = {
  type: 'better-sqlite3',
  database: ':memory:',
  entities: [Book], // more to come
  synchronize: false,
};
`;

const BOOK = `import { Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class Book {
  @PrimaryColumn('varchar', { length: 20 })
  isbn!: string;
}
`;

const MODULE_WITH_DATABASE = `import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppController } from './app.controller.js';
import { AppService } from './app.service.js';
import { options } from './database.js';

@Module({
  imports: [TypeOrmModule.forRoot(options)],
  controllers: [AppController],
  providers: [AppService],
})
export class AppModule {}
`;

const MAIN_ON_FASTIFY = `import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';

async function bootstrap() {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
  app.setGlobalPrefix('api');
  await app.listen(process.env.PORT ?? 3000);
}
await bootstrap();
`;

/** By name; `prefix` is what stands before every route. */
export const SHAPES = {
  fresh: { files: {} },
  'with-database-on-fastify': {
    prefix: 'api/',
    files: {
      'src/book.ts': BOOK,
      'src/database.ts': OPTIONS,
      'src/app.module.ts': MODULE_WITH_DATABASE,
      'src/main.ts': MAIN_ON_FASTIFY,
    },
  },
};
