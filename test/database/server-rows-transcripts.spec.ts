import { describe, expect, test } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import {
  claimRows,
  countUpTo,
  distinctValues,
  firstDue,
  insertNew,
  insertOrIgnore,
  insertRows,
  lockRow,
  lockRows,
  readRows,
  renewLease,
  updateRows,
} from '../../src/database/engine/index.js';
import { NOON, paperTranscript } from './paper-script.js';
import type { Expected } from './paper-server.js';
import { Job, job } from './queue.entities.js';
import { Visit } from './visit.entity.js';

const visit = (group: string, number: number, rest: Partial<Visit> = {}): Visit => ({
  group,
  number,
  page: '/cart',
  note: null,
  at: NOON,
  ...rest,
});

/** As PostgreSQL gives it: whole numbers of 64 bits are texts. */
const rawJob = (id: string) => ({
  id,
  job_key: `key-${id}`,
  state: 'pending',
  due_at: String(NOON + 60_000),
  tries: 1,
  lease_token: 'mine',
  lease_until: String(NOON + 60_000),
  body: null,
});

describe.each(['postgres', 'mariadb'] as const)('rows of a shop: %s', (type) => {
  test('rows are written and read', async () => {
    const text = await paperTranscript({ type, entities: [Job, Visit] }, async (paper) => {
      const rows = [visit('web', 2, { note: 'back' }), visit('shop', 3), visit('web', 1)];
      await paper.committed('rows are inserted', (tx) => insertRows(tx, Visit, rows));
      await paper.committed('rows are inserted, of some columns', (tx) =>
        insertRows(tx, Visit, [
          { group: 'web', number: 1, page: '/' },
          { group: 'web', number: 2, page: '/', note: 'b' },
        ]),
      );
      await paper.committed('no row is inserted', (tx) => insertRows(tx, Visit, []));
      await paper.committed('rows are inserted or left alone', (tx) =>
        insertOrIgnore(tx, Visit, rows, ['group', 'number']),
      );
      const wanted = { equal: { group: 'web', note: 'back' }, property: 'number', values: [3, 1, 3, 2] } as const;
      await paper.committed('a row is locked that is not there', (tx) => lockRow(tx, Visit, visit('web', 1)));
      await paper.committed('a row is locked', (tx) => lockRow(tx, Visit, { group: 'web', number: 1 }), [
        { text: 'FOR UPDATE', answer: [{ group_name: 'web', number: 1, page_url: '/', note: null, at: '5' }] },
      ]);
      await paper.committed('rows are locked', (tx) => lockRows(tx, Visit, wanted));
      await paper.committed('rows are read', (tx) => readRows(tx, Visit, wanted));
      await paper.committed('rows are read by nothing else', (tx) =>
        readRows(tx, Visit, { property: 'group', values: ['b', 'a'] }),
      );
      await paper.committed('no rows are read', (tx) => readRows(tx, Visit, { property: 'group', values: [] }));
      await paper.committed('changes of rows are written', (tx) =>
        updateRows(tx, Visit, rows, { keys: ['group', 'number'], changed: ['note', 'at'] }),
      );
      await paper.committed('one column of them is', (tx) =>
        updateRows(tx, Visit, rows, { keys: ['group', 'number'], changed: ['at'] }),
      );
      await paper.committed('rows are counted', (tx) => countUpTo(tx, Visit, { group: 'web' }, 10), [
        { text: 'COUNT(*)', answer: [{ n: '7' }] },
      ]);
      await paper.committed('nothing is counted', (tx) => countUpTo(tx, Visit, { group: 'web' }, 10));
    });
    expect(text).toMatchSnapshot();
  });

  test('rows are claimed', async () => {
    const request = { state: 'pending', now: NOON, limit: 2, lease: { token: 'mine', until: NOON + 60_000 } };
    const due = { text: 'SELECT "due"', answer: [{ id: 'b' }, { id: 'a' }] };
    const found = { text: 'lease_token', answer: [rawJob('a'), rawJob('b')] };
    const text = await paperTranscript({ type, entities: [Job, Visit] }, async (paper) => {
      const answers = [{ ...due, text: 'LIMIT 2' }, { text: 'UPDATE', answer: [] }, found];
      await paper.committed('the oldest two', (tx) => claimRows(tx, Job, request), answers);
      await paper.committed(
        'the newest with a key',
        (tx) => claimRows(tx, Job, { ...request, first: 'newest', equal: { key: 'k', body: 'b' } }),
        answers,
      );
      await paper.committed('none is due', (tx) => claimRows(tx, Job, request));
      await paper.read('when the first is due', (em) => firstDue(em, Job, 'pending'), [
        { text: 'LIMIT 1', answer: [{ at: String(NOON) }] },
      ]);
      await paper.read('when none is due', (em) => firstDue(em, Job, 'pending'));
      const row = { ...job('a'), leaseToken: 'mine' } as Job;
      await paper.committed('a lease is renewed', (tx) => renewLease(tx, Job, { row, until: NOON + 90_000 }));
    });
    expect(text).toMatchSnapshot();
  });

  test('new rows are told from those that were there', async () => {
    const rows = ['b', 'a'].map((id) => job(id, { body: id })) as Job[];
    const text = await paperTranscript({ type, entities: [Job, Visit] }, async (paper) => {
      const inserting = (title: string, ids: readonly string[], answers: readonly Expected[]) =>
        paper.step(
          title,
          async () => [
            ...(await (
              await insertNew({ transactions: paper.transactions, dataSource: paper.dataSource }, Job, {
                rows,
                unique: ['key', 'id'],
              })
            )(ids)),
          ],
          answers,
        );
      await inserting(
        'both are new',
        ['a', 'b'],
        [
          { text: 'INSERT', answer: [{ id: 'a' }, { id: 'b' }] },
          { text: 'SELECT', answer: [{ id: 'a' }, { id: 'b' }] },
        ],
      );
      await inserting(
        'one was there',
        ['a', 'b'],
        [
          { text: 'INSERT', answer: [{ id: 'b' }] },
          { text: 'SELECT', answer: [{ id: 'b' }] },
        ],
      );
    });
    expect(text).toMatchSnapshot();
  });

  test('different values are found', async () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => ({ value: `g${index}` }));
    const text = await paperTranscript({ type, entities: [Job, Visit] }, async (paper) => {
      const asked = (em: EntityManager) => distinctValues(em, Visit, 'group').then((found) => found.length);
      await paper.read('as many as a statement gives', asked, [{ text: 'visit', answer: values(500) }]);
      await paper.read('fewer by one', asked, [{ text: 'visit', answer: values(499) }]);
    });
    expect(text).toMatchSnapshot();
  });
});
