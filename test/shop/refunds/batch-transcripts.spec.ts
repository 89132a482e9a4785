import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Money, type RefundBatchRow } from 'tillbridge';
import { statementsOf } from '../../database/statements.js';
import { RefundScript, SECOND } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'the file was wrong' };
const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');
const row = (orderId: string, amount: number, key: string): RefundBatchRow => ({
  orderId,
  amount: eur(amount),
  reason: 'returned',
  key,
});

describe('what a shop does with batches of refunds', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  const batches = () => script.refunds.batches;
  const idOf = async (key: string) => (await batches().find({ group: 'web', key })).id;

  test('one is judged, put on record, sent, held, and stopped', async () => {
    for (const order of ['A', 'B']) await script.paid(order);
    await script.refund('R1', 'B', { amount: 300, batchId: 'another' });
    const rows = [row('B', 300, 'k-1'), row('A', 200, 'k-2'), row('A', 200, 'k-3'), row('B', 100, 'k-4')];
    const input = { group: 'web', key: 'monday', rows, ...ACTOR };
    const progress: number[] = [];
    const transcript = await script.written(async (written) => {
      await written.step('what it would come to', () => batches().validate({ group: 'web', rows }));
      await written.step('it is submitted', () =>
        batches().submit({ ...input, onProgress: (done, of) => progress.push(done, of) }),
      );
      await written.step('it is submitted again', () =>
        batches().submit({ ...input, rows: rows.toReversed(), by: 'bob' }),
      );
      await written.step('other rows under its key', () => batches().submit({ ...input, rows: rows.slice(1) }));
      const id = await idOf('monday');
      script.service.script(script.shown('A', []), script.booked('901'));
      await written.step('a slot', () => script.slots());
      await written.step('it is held', () => batches().pause(id, ACTOR));
      await written.step('and held again', () => batches().pause(id, ACTOR));
      script.clock.advance(SECOND + 1);
      await written.step('another slot', () => script.slots());
      await written.step('it goes on', () => batches().resume(id, ACTOR));
      await written.step('it is stopped', () => batches().stop(id, ACTOR));
      await written.step('it cannot go on', () => batches().resume(id, ACTOR));
      await written.step('what was decided', () => batches().decided(id));
      await written.rows('refund', 'refund_batch', 'decision');
    });
    expect(progress).toEqual([4, 4]);
    expect(transcript).toMatchSnapshot();
  });

  test('some become impossible while it is put on record', async () => {
    const names = Array.from({ length: 27 }, (_, index) => `A${String(index).padStart(2, '0')}`);
    for (const name of names) await script.paid(name);
    const rows = names.map((name) => row(name, 100, `k-${name}`)).toReversed();
    const progress: string[] = [];
    const onProgress = async (done: number, of: number) => {
      progress.push(`${done} of ${of}`);
      if (done === 25) await script.refund('R1', 'A25', { amount: 9_901 });
    };
    const transcript = await script.written(async (written) => {
      await batches().submit({ group: 'web', key: 'tuesday', rows, onProgress });
      await written.step('it is shown', () => batches().find({ group: 'web', key: 'tuesday' }));
      await written.rows('refund_batch');
    });
    expect(progress).toEqual(['25 of 27', '27 of 27']);
    expect(`${transcript}\n\n${script.shop.logs.lines.join('\n').replaceAll(/[0-9a-f-]{36}/g, '#')}`).toMatchSnapshot();
  });

  test('one is stopped while it is put on record', async () => {
    const names = Array.from({ length: 26 }, (_, index) => `A${String(index).padStart(2, '0')}`);
    for (const name of names) await script.paid(name);
    const rows = names.map((name) => row(name, 100, `k-${name}`));
    const onProgress = async () => void (await batches().stop(await idOf('wednesday'), ACTOR));
    const transcript = await script.written(async (written) => {
      const submitted = await batches().submit({ group: 'web', key: 'wednesday', rows, onProgress });
      await written.step('it is shown', () => submitted);
      await written.step('it is submitted again', () => batches().submit({ group: 'web', key: 'wednesday', rows }));
      await written.rows('refund_batch', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what is wrong with one', async () => {
    await script.paid('A');
    await script.paid('live', { mode: 'live' });
    await script.shop.addOrder('open', 100, 'web', script.clock.now());
    await script.refund('R1', 'A', { key: 'k-1', amount: 100 });
    const rows = [
      row('A', 9_900, 'k-2'),
      row('A', 100, 'k-1'),
      row('A', 1, 'k-3'),
      row('A', 101, 'k-1'),
      row('live', 1, 'k-4'),
      row('open', 1, 'k-5'),
      row('none', 1, 'k-6'),
      { ...row('A', 1, 'k-7'), amount: 'remaining' as unknown as Money },
      { ...row('A', 0, 'k-8'), reason: '' },
      null as unknown as RefundBatchRow,
      { ...row('A', 1, 'k-9'), amount: Money.ofMinor(1, 'USD') },
    ];
    const csv = ['order id;amount;currency;reason;key', 'A;1.00;EUR;ok;c-1', 'A;x;EUR;no;c-2', 'A;1.00;EUR;;c-1'].join(
      '\n',
    );
    const faultsOf = async (asked: Promise<unknown>) => asked.catch((error: { faults: unknown }) => error.faults);
    const transcript = await script.written(async (written) => {
      await written.step('every row is told', () => faultsOf(batches().validate({ group: 'web', rows })));
      await written.step('every line is told', () => faultsOf(batches().validate({ group: 'web', csv })));
      await written.step('no rows', () => batches().validate({ group: 'web', rows: [] }));
      await written.step('no key', () => batches().submit({ group: 'web', key: '', rows: rows.slice(0, 1) }));
      await written.step('a long key', () =>
        batches().submit({ group: 'web', key: 'k'.repeat(121), rows: rows.slice(0, 1) }),
      );
      await written.step('no such batch', () => batches().find({ group: 'web', key: 'none' }));
      await written.step('no such batch to be stopped', () => batches().stop('none', ACTOR));
      await written.step('a group that there is not', () => batches().list({ group: 'attic' }));
      await written.step('a group that has none', () => batches().list({ group: 'kiosk' }));
      const good = { group: 'web', rows: [row('A', 1, 'k-10')] };
      await script.spoil(
        `CREATE TRIGGER full BEFORE INSERT ON tillbridge_refund BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
      );
      await written.step('the database fails', () => batches().submit({ ...good, key: 'thursday' }));
      await script.spoil('DROP TRIGGER full');
      const id = await idOf('thursday');
      await written.step('it cannot be held before all of it is on record', () => batches().pause(id, ACTOR));
      await written.step('it is submitted again', () => batches().submit({ ...good, key: 'thursday' }));
      await written.rows('refund_batch');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('many rows are judged by hundreds', async () => {
    const rows = Array.from({ length: 101 }, (_, index) => row(`none-${index}`, 1, `k-${index}`));
    const statements = await statementsOf(script.shop.dataSource, () =>
      batches()
        .validate({ group: 'web', rows })
        .catch(() => undefined),
    );
    expect(
      statements.filter(({ sql }) => sql.includes('tillbridge_order')).map((each) => each.parameters.length),
    ).toEqual([101, 2]);
  });

  test('they are listed', async () => {
    await script.paid('A');
    await script.paid('D', { group: 'kiosk' });
    for (const key of ['b-1', 'b-2', 'b-3'])
      await batches().submit({ group: 'web', key, rows: [row('A', 100, `k-${key}`)], by: 'ann' });
    await batches().submit({ group: 'kiosk', key: 'b-4', rows: [row('D', 100, 'k')], why: 'nothing is kept of it' });
    await script.spoil(`UPDATE tillbridge_refund_batch SET group_name = 'attic' WHERE batch_key = 'b-1'`);
    await script.spoil(`UPDATE tillbridge_refund SET currency = 'USD', amount = 5 WHERE refund_key = 'k-b-2'`);
    const listed = async (filter?: Parameters<RefundScript['refunds']['batches']['list']>[0]) =>
      (await batches().list(filter)).items.map(({ key, totals, estimatedEnd }) => ({ key, totals, estimatedEnd }));
    const transcript = await script.written(async (written) => {
      await written.step('all', () => listed());
      await written.step('the newest of a group', () => listed({ group: 'web', order: 'newest-first', limit: 2 }));
      await written.step('a page after one', async () => listed({ after: await idOf('b-2') }));
    });
    expect(transcript).toMatchSnapshot();
  });
});
