import { tillbridgeEntities, tillbridgeMigrations } from 'tillbridge/database';
import type { DataSourceOptions } from 'typeorm';
import { AddReservations1700000000000, Reservation } from './reservation.entity.js';
import { readSettings } from './settings.js';

/** One database for the tables of the shop and of the module: the payment and the reservation commit together. */
export const databaseOptions = (): DataSourceOptions => ({
  type: 'postgres',
  url: readSettings().databaseUrl,
  entities: [...tillbridgeEntities, Reservation],
  migrations: [...tillbridgeMigrations, AddReservations1700000000000],
  // `npm run migrate` does this, before the processes of a new version start.
  migrationsRun: false,
});
