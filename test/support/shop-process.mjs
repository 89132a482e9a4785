/** Starts shops as separate processes, see shop-process-main.mjs. */
import { fileURLToPath } from 'node:url';
import { HARDLY_OPTIMISED } from './hardly-optimised.mjs';
import { startProgram } from './program-process.mjs';

const PROGRAM = fileURLToPath(new URL('shop-process-main.mjs', import.meta.url));

/** The tables of the shop itself, in SQL for every engine. */
export const SHOP_TABLES = [
  `CREATE TABLE shop_booking (id varchar(36) PRIMARY KEY, order_id varchar(64) NOT NULL, kind varchar(32) NOT NULL,
     transition_id varchar(36) NOT NULL)`,
  'CREATE TABLE shop_visit (id varchar(36) PRIMARY KEY)',
];

/** See the types. */
export const startShopProcess = (settings) =>
  startProgram(PROGRAM, { SHOP: JSON.stringify(settings) }, HARDLY_OPTIMISED);
