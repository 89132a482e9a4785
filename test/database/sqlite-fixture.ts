import { afterEach, beforeEach, describe } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { createTestDatabase, testEngines, type TestDatabase } from '../support/engines.js';
import { Counter, Note } from './gate.entities.js';

/** `describe`, or `describe.skip` in a run that leaves SQLite out. */
export const describeSqlite = testEngines().some(({ name }) => name === 'sqlite') ? describe : describe.skip;

/** A promise that is kept from outside. */
export function signal(): { give(): void; given: Promise<void> } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { give, given };
}

export const insertNote = (em: EntityManager, text: string): Promise<unknown> => em.insert(Note, { text });

/** A SQLite DataSource of its own for each test. */
export class SqliteFixture {
  database: TestDatabase;
  dataSource: DataSource;

  constructor() {
    beforeEach(async () => {
      this.database = await createTestDatabase('sqlite');
      this.dataSource = await this.open();
    });
    afterEach(async () => {
      await this.dataSource.destroy();
      await this.database.drop();
    });
  }

  open(): Promise<DataSource> {
    return new DataSource({ ...this.database.options, entities: [Counter, Note], synchronize: true }).initialize();
  }

  async texts(): Promise<string[]> {
    const notes = await this.dataSource.getRepository(Note).find({ order: { id: 'ASC' } });
    return notes.map(({ text }) => text);
  }

  /** A transaction that writes, waits to be told, and then fails. */
  failLater(text: string): { fail(): void; written: Promise<void>; over: Promise<unknown> } {
    const reported = signal();
    const written = signal();
    const over = this.dataSource
      .transaction(async (em) => {
        await insertNote(em, text);
        written.give();
        await reported.given;
        throw new Error('rolled back on purpose');
      })
      .catch((error: Error) => error.message);
    return { fail: reported.give, written: written.given, over };
  }
}
