import { afterEach, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { canaryKey } from './canary.js';
import { createTestDatabase, describeEngines } from './engines.js';

describeEngines('a test database', (engine) => {
  const open: DataSource[] = [];
  const connect = async (database: Awaited<ReturnType<typeof createTestDatabase>>): Promise<DataSource> => {
    const dataSource = await new DataSource(database.options).initialize();
    open.push(dataSource);
    return dataSource;
  };
  const close = async (): Promise<void> => {
    await Promise.all(open.splice(0).map((dataSource) => dataSource.destroy()));
  };
  afterEach(close);

  it('is empty, keeps any character, and is another one each time', async () => {
    const databases = await Promise.all([createTestDatabase(engine), createTestDatabase(engine)]);
    const [first, second] = await Promise.all(databases.map(connect));
    await first?.query(`CREATE TABLE words (word varchar(50))`);
    await first?.query(`INSERT INTO words VALUES ('héllo 💶')`);
    expect(await first?.query('SELECT word FROM words')).toEqual([{ word: 'héllo 💶' }]);
    await expect(second?.query('SELECT word FROM words')).rejects.toThrow();
    await close();
    await Promise.all(databases.map((database) => database.drop()));
  });

  it.each([
    ['as it is', canaryKey('web')],
    ['in base64', Buffer.from(`x${canaryKey('web')}`).toString('base64')],
    ['in hexadecimal', Buffer.from(canaryKey('web')).toString('hex')],
  ])('cannot be dropped in silence with the canary key in it %s', async (_, text) => {
    const database = await createTestDatabase(engine);
    const dataSource = await connect(database);
    await dataSource.query(`CREATE TABLE leaks (fine int, leak text)`);
    await dataSource.query(`INSERT INTO leaks VALUES (1, 'before ${text} after')`);
    await close();
    await expect(database.drop()).rejects.toThrow('leaks.leak');
  });
});
