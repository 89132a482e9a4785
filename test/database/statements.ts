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

/**
 * What the statements ask to be sorted by, as `tillbridge_poll: due_at ASC, id ASC`, with nothing behind the colon where it is
 * nothing. An engine may go by an index that happens to have that order; which one it takes tomorrow nobody knows.
 */
export const sortsOf = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ sql }) => {
    // Without what is looked up for each row.
    const plain = sql.replaceAll(/[`"]/g, '').replaceAll(/\(SELECT [^()]*\) AS \w+/g, '');
    const [, table] = /^SELECT .*? FROM (tillbridge_\w+)/.exec(plain) ?? [];
    const [, sorts = ''] = / ORDER BY (.*?)(?: LIMIT .*| FOR UPDATE.*)?$/.exec(plain) ?? [];
    return table === undefined ? [] : [`${table}: ${sorts.replaceAll(/\w+\.|\b(?:\w+Entity|[a-z])_/g, '')}`];
  });
