/** The DataSource's and the package's options with `forRootAsync`, from a ConfigService. */
import { ConfigModule, ConfigService } from '@nestjs/config';
import { NestFactory } from '@nestjs/core';
import { TypeOrmModule, type TypeOrmModuleOptions } from '@nestjs/typeorm';
import { TillbridgeModule } from 'tillbridge';
import { play } from './play.js';
import { databaseOptions, webGroup } from './settings.js';

void play(
  (module, options) => NestFactory.create(module, options),
  (serviceUrl) => {
    const settings = (): Record<string, unknown> => ({ database: databaseOptions(), service: serviceUrl });
    const imports = [ConfigModule.forRoot({ load: [settings], isGlobal: true, ignoreEnvFile: true })];
    return [
      TypeOrmModule.forRootAsync({
        imports,
        inject: [ConfigService],
        useFactory: (config: ConfigService) => config.getOrThrow<TypeOrmModuleOptions>('database'),
      }),
      TillbridgeModule.forRootAsync({
        imports,
        inject: [ConfigService],
        useFactory: (config: ConfigService) => ({ terminalGroups: [webGroup(config.getOrThrow<string>('service'))] }),
      }),
    ];
  },
);
