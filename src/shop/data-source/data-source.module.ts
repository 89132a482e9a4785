import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { CLOCK, DATA_SOURCE, TRANSACTIONS } from '../core/index.js';
import { SchemaReadiness } from './schema-readiness.js';
import { DATABASE_PROVIDERS } from './tillbridge-database.js';

/** The host's DataSource, made ready: its clock, its transactions, and whether its tables are there. */
@Module({ providers: [...DATABASE_PROVIDERS], exports: [CLOCK, DATA_SOURCE, TRANSACTIONS, SchemaReadiness] })
export class DataSourceModule {
  /**
   * @param name - the DataSource's name, as the host gave it to `TypeOrmModule.forRoot`
   * @param imports - the options, and what registers the entities
   */
  static of(name: string, imports: readonly DynamicModule[]): DynamicModule {
    return {
      module: DataSourceModule,
      imports: [...imports],
      providers: [{ provide: DATA_SOURCE, useExisting: getDataSourceToken(name) }],
    };
  }
}
