import { tillbridgeMigrations } from 'tillbridge/database';
import type { MigrationInterface } from 'typeorm';
import { TillbridgePaymentRecords1796000000000 } from './1796000000000-payment-records';

/** The migrations of the module and of the plugin, oldest first. They run on each engine. */
export const tillbridgeVendureMigrations: readonly (new () => MigrationInterface)[] = [
  ...tillbridgeMigrations,
  TillbridgePaymentRecords1796000000000,
];
