import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { installSqliteGate, Transactions } from '../../src/database/engine/index.js';
import { createTestDatabase, type TestDatabase, type TestEngineName } from '../support/engines.js';
import { Job, Sample, Tally } from './queue.entities.js';

const ENTITIES = [Job, Tally, Sample];

/** A database of an engine of this run for all tests of a block, emptied before each of them. */
export class EngineFixture {
  database: TestDatabase;
  dataSource: DataSource;
  transactions: Transactions;
  private readonly others: DataSource[] = [];

  constructor(readonly engine: TestEngineName) {
    beforeAll(async () => {
      this.database = await createTestDatabase(engine);
      this.dataSource = await this.connect({ synchronize: true });
      this.transactions = new Transactions(this.dataSource);
    });
    beforeEach(async () => {
      for (const entity of ENTITIES) await this.dataSource.getRepository(entity).clear();
    });
    afterAll(async () => {
      await Promise.all(this.others.map((dataSource) => dataSource.destroy()));
      await this.database.drop();
    });
  }

  /** Another DataSource on the same database, closed at the end. */
  async connect(options: object = {}): Promise<DataSource> {
    const merged = { ...this.database.options, ...options, entities: ENTITIES } as DataSourceOptions;
    const dataSource = await new DataSource(merged).initialize();
    installSqliteGate(dataSource);
    this.others.push(dataSource);
    return dataSource;
  }
}

/** Statements that make each engine fail the way a lost race does. */
export const CONFLICTS: Record<Exclude<TestEngineName, 'sqlite'>, string> = {
  mariadb: `SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'`,
  mysql: `SIGNAL SQLSTATE '40001' SET MYSQL_ERRNO = 1213, MESSAGE_TEXT = 'Deadlock found'`,
  postgres: `DO $$ BEGIN RAISE EXCEPTION 'could not serialize' USING ERRCODE = '40001'; END $$`,
};

/** Statements by which a session ends itself. */
export const SUICIDES: Record<Exclude<TestEngineName, 'sqlite'>, string> = {
  mariadb: 'KILL CONNECTION_ID()',
  mysql: 'KILL CONNECTION_ID()',
  postgres: 'SELECT pg_terminate_backend(pg_backend_pid())',
};
