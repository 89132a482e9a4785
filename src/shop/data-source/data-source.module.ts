import { Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { assertImportedOnce, CALL_BUDGET, CLOCK, DATA_SOURCE, optionsError, TRANSACTIONS } from '../core/index.js';
import { CallBudgetEntity } from './call-budget/call-budget.entity.js';
import { SharedCallBudget } from './call-budget/shared-call-budget.js';
import { SchemaReadiness } from './schema-readiness.js';
import { DATABASE_PROVIDERS } from './tillbridge-database.js';

/**
 * Without the entities the shop would start, and each call would fail with an error of TypeORM. One entity stands for all: a
 * host adds them as one list.
 *
 * @throws PaymentError `OPTIONS_INVALID`
 */
function withEntities(dataSource: DataSource): DataSource {
  // A DataSource that the host initialises later has no entities yet.
  if (!dataSource.isInitialized || dataSource.hasMetadata(CallBudgetEntity)) return dataSource;
  throw optionsError(['entities: the DataSource lacks ...tillbridgeEntities, from tillbridge/database']);
}

/** The host's DataSource, prepared: its clock, its transactions, whether its tables exist, the budget of calls in it. */
@Module({
  providers: [...DATABASE_PROVIDERS, { provide: CALL_BUDGET, useClass: SharedCallBudget }],
  exports: [CALL_BUDGET, CLOCK, DATA_SOURCE, TRANSACTIONS, SchemaReadiness],
})
export class DataSourceModule implements OnModuleInit {
  constructor(
    private readonly modules: ModulesContainer,
    @Inject(DATA_SOURCE) private readonly source: DataSource,
  ) {}

  /** @throws PaymentError `MODULE_TWICE` */
  onModuleInit(): void {
    assertImportedOnce(this.modules, this.source);
  }

  /**
   * @param name - the DataSource's name, as given to `TypeOrmModule.forRoot`
   * @param imports - the options, and the module that registers the entities
   */
  static of(name: string, imports: readonly DynamicModule[]): DynamicModule {
    return {
      module: DataSourceModule,
      imports: [...imports],
      providers: [{ provide: DATA_SOURCE, inject: [getDataSourceToken(name)], useFactory: withEntities }],
    };
  }
}
