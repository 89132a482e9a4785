import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import { CALL_BUDGET, CLOCK, DATA_SOURCE, TRANSACTIONS } from '../core/index.js';
import { SharedCallBudget } from './call-budget/shared-call-budget.js';
import { SchemaReadiness } from './schema-readiness.js';
import { DATABASE_PROVIDERS } from './tillbridge-database.js';

/** The host's DataSource, made ready: its clock, its transactions, whether its tables are there, the budget of calls in it. */
@Module({
  providers: [...DATABASE_PROVIDERS, { provide: CALL_BUDGET, useClass: SharedCallBudget }],
  exports: [CALL_BUDGET, CLOCK, DATA_SOURCE, TRANSACTIONS, SchemaReadiness],
})
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
