import { dropPostgresDatabase } from './server-postgres.mjs';

/** Jest's global tear-down: stops the servers this run has started and removes their folder. */
export default async function globalTeardown() {
  await removeTemplate();
  await globalThis.tillbridgeTestServers?.stop();
}

/** A server that was there before the run must not keep the database that its tests copy (migrated-database.ts). */
async function removeTemplate() {
  const servers = JSON.parse(process.env.TILLBRIDGE_TEST_SERVERS ?? '[]');
  const url = servers.find(({ name }) => name === 'postgres')?.url;
  if (url) await dropPostgresDatabase(url, process.env.TILLBRIDGE_TEST_TEMPLATE).catch((error) => console.error(error));
}
