/**
 * A shop that migrates its database at the start (`migrationsRun`), as a process of its own: it says when it is loaded, begins when its
 * standard input ends, and says what came of it.
 */
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';

const dataSource = new DataSource({
  ...JSON.parse(process.env.DATABASE),
  entities: [...tillbridgeEntities],
  migrations: [...tillbridgeMigrations],
  migrationsRun: true,
});
process.stdout.write('loaded\n');
await process.stdin.resume().toArray();
try {
  await dataSource.initialize();
  process.stdout.write('ready\n');
  await dataSource.destroy();
} catch (error) {
  process.stdout.write(`${error.message}\n`);
}
