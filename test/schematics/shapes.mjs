/** The kinds of project that the schematic is tried on: what each has besides that which `nest new` makes. */

const BOOK = `import { Entity, PrimaryColumn } from 'typeorm';

@Entity()
export class Book {
  @PrimaryColumn('varchar', { length: 20 })
  isbn!: string;
}
`;

const MIGRATION = `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddBooks1700000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE book (isbn varchar(20) PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE book');
  }
}
`;

const DATA_SOURCE = `import { DataSource } from 'typeorm';
import { AddBooks1700000000000 } from './migrations/add-books';
import { Book } from './book';

/** For TypeORM's own command line. */
export const shop = new DataSource({
  type: 'better-sqlite3',
  database: process.env.DATABASE ?? 'shop.sqlite',
  entities: [Book], // more to come
  migrations: [AddBooks1700000000000],
});
`;

const marked = (name, key) => `import { SetMetadata } from '@nestjs/common';

export const ${key} = '${key}';
export const ${name} = () => SetMetadata(${key}, true);
`;

const guard = (
  name,
  key,
  file,
) => `import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ${key} } from './${file}';

/** Refuses whatever is not marked. */
@Injectable()
export class ${name} implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    return this.reflector.getAllAndOverride<boolean>(${key}, [context.getHandler(), context.getClass()]) === true;
  }
}
`;

const MODULE = `import { Module } from '@nestjs/common';
import { ConfigModule, ConfigService } from '@nestjs/config';
import { APP_GUARD } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AppController } from './app.controller';
import { AppService } from './app.service';
import { LoginGuard } from './auth/login.guard';
import { Book } from './book';

@Module({
  imports: [
    ConfigModule.forRoot(),
    TypeOrmModule.forRootAsync({
      imports: [ConfigModule],
      inject: [ConfigService],
      useFactory: (config: ConfigService) => ({
        type: 'better-sqlite3',
        database: config.get<string>('DATABASE', 'shop.sqlite'),
        entities: [Book],
      }),
    }),
  ],
  controllers: [AppController],
  providers: [AppService, { provide: APP_GUARD, useClass: LoginGuard }],
})
export class AppModule {}
`;

const MAIN = `import { RequestMethod, VersioningType } from '@nestjs/common';
import { NestFactory, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { HoursGuard } from './auth/hours.guard';

async function bootstrap() {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter());
  app.setGlobalPrefix('api', { exclude: [{ path: 'health', method: RequestMethod.GET }] });
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  app.useGlobalGuards(new HoursGuard(app.get(Reflector)));
  await app.listen(process.env.PORT ?? 3000);
}
void bootstrap();
`;

/**
 * By name. `type` is what one answers when `nest new` asks for the module system; `prefix` stands before every route;
 * `dataSource` is the compiled file for TypeORM's command line, by which the shop runs its migrations.
 */
export const SHAPES = {
  fresh: { type: 'esm', prefix: '', files: {} },
  established: {
    type: 'cjs',
    prefix: 'api/',
    dataSource: 'dist/data-source.js',
    files: {
      'src/auth/hours.guard.ts': guard('HoursGuard', 'ANY_HOUR', 'skip-hours'),
      'src/auth/login.guard.ts': guard('LoginGuard', 'IS_PUBLIC', 'public'),
      'src/auth/public.ts': marked('Public', 'IS_PUBLIC'),
      'src/auth/skip-hours.ts': marked('SkipHours', 'ANY_HOUR'),
      'src/book.ts': BOOK,
      'src/data-source.ts': DATA_SOURCE,
      'src/migrations/add-books.ts': MIGRATION,
      'src/app.module.ts': MODULE,
      'src/main.ts': MAIN,
    },
  },
};
