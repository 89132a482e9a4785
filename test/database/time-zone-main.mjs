/**
 * Keeps instants in databases from a process that lives in a time zone of its own (TZ); driver and session live in it too.
 * Prints what it reads back of what it and those before it have written.
 */
import { DataSource } from 'typeorm';
import { tillbridgeEntities, tillbridgeMigrations } from '../../dist/esm/database/index.js';

const { zone, offset, instants, databases } = JSON.parse(process.env.TIMES);
const Notification = tillbridgeEntities.find(({ name }) => name === 'NotificationEntity');

/** How a session is put into a zone; servers know offsets even where they know no names. */
const IN_ZONE = {
  mariadb: `SET time_zone = '${offset}'`,
  mysql: `SET time_zone = '${offset}'`,
  postgres: `SET TIME ZONE '${zone}'`,
};

const rowOf = (at) => ({
  id: `${zone} ${at}`,
  deliveryKey: `${zone} ${at}`,
  group: 'web',
  orderId: 'A-1',
  keyId: 'k',
  state: 'done',
  body: Buffer.from('{}'),
  signedAt: at,
  receivedAt: at,
  dueAt: at,
  attempts: 0,
});

async function keepIn(options) {
  const own = { poolSize: 1, ...(options.type === 'postgres' ? {} : { timezone: 'local' }) };
  const dataSource = new DataSource({
    ...options,
    ...(options.type === 'better-sqlite3' ? {} : own),
    entities: [...tillbridgeEntities],
    migrations: [...tillbridgeMigrations],
    migrationsRun: true,
  });
  await dataSource.initialize();
  const statement = IN_ZONE[options.type];
  if (statement) await dataSource.query(statement);
  const repository = dataSource.getRepository(Notification);
  await repository.insert(instants.map(rowOf));
  const rows = await repository.find({ order: { receivedAt: 'ASC', id: 'ASC' } });
  await dataSource.destroy();
  return rows.map(({ id, signedAt, receivedAt, dueAt }) => [id, signedAt, receivedAt, dueAt]);
}

const read = [];
for (const options of databases) read.push(await keepIn(options));
process.stdout.write(JSON.stringify(read));
