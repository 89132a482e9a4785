import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { TillbridgePaymentRecord } from '../records/payment-record.entity';

/** Creates the plugin's own table, with the names of the shop's DataSource: prefix, schema, engine. */
export class TillbridgePaymentRecords1796000000000 implements MigrationInterface {
  readonly name = 'TillbridgePaymentRecords1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(tableOf(runner), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(tableOf(runner), true);
  }
}

const tableOf = ({ connection }: QueryRunner): Table =>
  Table.create(connection.getMetadata(TillbridgePaymentRecord), connection.driver);
