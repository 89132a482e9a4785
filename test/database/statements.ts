import type { DataSource, EntityManager, Logger } from 'typeorm';

/** A statement as the driver got it. */
export interface Statement {
  sql: string;
  parameters: unknown[];
}

/** Runs `work` in a transaction and gives back the statements it came to. Nothing else may use the DataSource meanwhile. */
export async function statementsOf(
  dataSource: DataSource,
  work: (em: EntityManager) => Promise<unknown>,
): Promise<Statement[]> {
  const statements: Statement[] = [];
  const silent = (): void => undefined;
  const listening: Logger = {
    logQuery: (sql, parameters) =>
      void statements.push({ sql, parameters: Array.isArray(parameters) ? parameters : [] }),
    logQueryError: silent,
    logQuerySlow: silent,
    logSchemaBuild: silent,
    logMigration: silent,
    log: silent,
  };
  const { logger } = dataSource;
  dataSource.logger = listening;
  try {
    await dataSource.transaction(work);
  } finally {
    dataSource.logger = logger;
  }
  return statements;
}
