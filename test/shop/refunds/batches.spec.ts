import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Money, type RefundBatchFilter, type RefundBatchRow } from 'tillbridge';
import { sortsOf, statementsOf } from '../../database/statements.js';
import { RefundStateService } from '../../../src/shop/refund-records/index.js';
import { StoppedBatches } from '../../../src/shop/refunds/batches/stopped-batches.js';
import { failureOf } from '../../support/failure-of.js';
import { describeOneEngine } from '../../support/engines.js';
import { MINUTE, RefundStage, SECOND } from './support/refund-stage.js';

const ACTOR = { by: 'ann', why: 'the tests want it' };

describeOneEngine('batches of refunds', (engine) => {
  let stage: RefundStage;
  let trial = 0;

  beforeAll(async () => {
    stage = await RefundStage.start(engine);
  });
  afterAll(() => stage.close());

  const batches = () => stage.shop.payments.refunds.batches;
  const rowsOf = () => stage.shop.count('tillbridge_refund');
  const eur = (amount: number) => Money.ofMinor(amount, 'EUR');
  /** Rows of orders of their own, one each, or several of one. */
  const rows = async (count: number, orders = count): Promise<RefundBatchRow[]> => {
    const name = `B${(trial += 1)}`;
    for (let order = 0; order < orders; order += 1) await stage.paid(`${name}-${order}`, 10_000, 'lost');
    return Array.from({ length: count }, (_, index) => ({
      orderId: `${name}-${index % orders}`,
      amount: eur(100 + index),
      reason: 'returned',
      key: `${name}-key-${index}`,
    }));
  };
  const submit = (given: readonly RefundBatchRow[], key = given[0]!.key) =>
    batches().submit({ group: 'web', key, rows: given, by: 'ann' });
  const sent = async (orderId: string) => (await stage.service.sandbox.order(orderId)).amountRefunded;

  it('are on record, sent one by one, and over when all are accepted', async () => {
    const given = await rows(3);
    const batch = await submit(given);
    expect(batch).toMatchObject({ state: 'running', size: 3, counts: { queued: 3 }, askedBy: 'ann', refused: [] });
    expect(batch.totals).toEqual([{ refunds: 3, amount: eur(303) }]);
    expect(batch.estimatedEnd).toBeGreaterThanOrEqual(stage.clock.now() + 2 * SECOND);
    for (let second = 0; second < 8; second += 1) await stage.pass(2 * SECOND);
    expect(await batches().find(batch.id)).toMatchObject({ counts: { accepted: 3 }, estimatedEnd: null });
    for (const { orderId, amount } of given) expect(await sent(orderId)).toBe(amount.amount);
  });

  it('submitted again change nothing, whatever became of them', async () => {
    const given = await rows(2);
    const first = await submit(given);
    const before = await rowsOf();
    for (const again of [given, given.toReversed()]) expect((await submit(again, given[0]!.key)).id).toBe(first.id);
    expect(await rowsOf()).toBe(before);
    const other = [{ ...given[0]!, amount: eur(1) }, given[1]!];
    expect(await failureOf(submit(other, given[0]!.key))).toMatchObject({ code: 'REFUND_BATCH_INVALID' });
    const shorter = given.slice(0, 1);
    expect(await failureOf(submit(shorter, given[0]!.key))).toMatchObject({ code: 'REFUND_BATCH_CONFLICT' });
    await batches().stop(first.id, ACTOR);
    await submit(given);
    expect(await rowsOf()).toBe(before);
    expect((await batches().find(first.id)).counts).toEqual({ cancelled: 2 });
  });

  it('are listed from either end, and say who asked for them and why', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const given = await rows(1);
      const input = { group: 'web', key: given[0]!.key, rows: given, by: 'ann', why: `reason ${count}` };
      ids.push((await batches().submit(input)).id);
      await batches().submit({ ...input, by: 'ben', why: 'once more' });
    }
    const listed = async (filter: RefundBatchFilter) => (await batches().list(filter)).items.map(({ id }) => id);
    expect(await listed({ order: 'newest-first', limit: 2 })).toEqual([ids[2], ids[1]]);
    expect(await listed({ order: 'newest-first', after: ids[2], limit: 2 })).toEqual([ids[1], ids[0]]);
    expect(await listed({ group: 'web', after: ids[0] })).toEqual([ids[1], ids[2]]);
    const [last] = ids.slice(-1);
    expect(await batches().decided(last!)).toMatchObject([{ decision: 'requested', by: 'ann', why: 'reason 2' }]);
    for (const id of ids) await batches().stop(id, ACTOR);
    expect((await batches().decided(last!)).map(({ decision }) => decision)).toEqual(['requested', 'stopped']);
  });

  it('are judged whole: every bad row is listed with its line, and nothing is written', async () => {
    const [good] = await rows(1);
    const orderId = good!.orderId;
    const lines = [
      'order id;amount;currency;reason;key',
      `${orderId};5.00;EUR;returned;j-1`,
      'B-none;5.00;EUR;returned;j-2',
      `${orderId};95.01;EUR;together too much;j-3`,
      `${orderId};5.00;USD;another currency;j-4`,
    ];
    const before = await rowsOf();
    const csv = lines.join('\n');
    const error = await failureOf(batches().submit({ group: 'web', key: 'j', csv }));
    expect(error).toMatchObject({ code: 'REFUND_BATCH_INVALID', httpStatus: 422 });
    expect(error.faults?.map(({ path, message }) => `${path} ${message.split(':')[0]}`)).toEqual([
      'line 3 ORDER_UNKNOWN',
      'line 4 REFUND_EXCEEDS_REMAINING',
      'line 5 REFUND_OTHER_CURRENCY',
    ]);
    const broken = [
      `${orderId};0.00;EUR;nothing;j-1`,
      `${orderId};1.00;EUR;<b>;j-2`,
      `${orderId};1.00;EUR;twice;j-2`,
      `${orderId};1,00;EUR;a comma;j-3`,
      'B-none;5.00;EUR;returned;j-4',
    ];
    const faulty = await failureOf(batches().validate({ group: 'web', csv: [lines[0], ...broken].join('\n') }));
    expect(faulty.faults?.map(({ path }) => path)).toEqual([
      'line 2, amount',
      'line 3, reason',
      'line 4, key',
      'line 5, amount',
      'line 6',
    ]);
    expect(await failureOf(batches().submit({ group: 'web', key: 'j', rows: [] }))).toMatchObject({
      code: 'REFUND_BATCH_INVALID',
    });
    expect(await rowsOf()).toBe(before);
    expect(await batches().validate({ group: 'web', csv: lines.slice(0, 2).join('\n') })).toMatchObject({ refunds: 1 });
    expect(await rowsOf()).toBe(before);
  });

  it('have sums that can be counted, one for each currency', async () => {
    const row = (currency: string, line: number) => `B-none;999999999999.999;${currency};returned;s-${line}`;
    const rowsOfSum = Array.from({ length: 20 }, (_, line) => row(line < 10 ? 'KWD' : line < 19 ? 'BHD' : 'OMR', line));
    const csv = ['order id;amount;currency;reason;key', ...rowsOfSum].join('\n');
    const { faults = [] } = await failureOf(batches().validate({ group: 'web', csv }));
    expect(faults.filter(({ path }) => path === '')).toEqual([
      { path: '', message: 'is more than can be counted in KWD: send it in several batches' },
    ]);
  });

  it('go on where a process ended that was writing them down, and nothing was sent before all were there', async () => {
    const given = await rows(60, 3);
    const key = 'killed';
    const dying = batches().submit({
      group: 'web',
      key,
      rows: given,
      onProgress: (done) => {
        if (done >= 50) throw new Error('killed here');
      },
    });
    await expect(dying).rejects.toThrow('killed here');
    await stage.pass(MINUTE);
    const left = (await batches().list()).items.find((batch) => batch.key === key);
    expect(left).toMatchObject({ state: 'queueing', counts: { queued: 50 } });
    expect(await sent(given[0]!.orderId)).toBe(0);
    expect(await failureOf(batches().pause(left!.id, ACTOR))).toMatchObject({ code: 'REFUND_BATCH_STATE' });
    expect(await submit(given, key)).toMatchObject({ id: left!.id, state: 'running', counts: { queued: 60 } });
    await batches().stop(left!.id, ACTOR);
  });

  it('that are stopped while they are being written down get no further refunds', async () => {
    const given = await rows(60, 3);
    const stop = async () => {
      const batch = (await batches().list()).items.find(({ key }) => key === 'stopped early');
      if (batch?.state === 'queueing') await batches().stop(batch.id, ACTOR);
    };
    const batch = await batches().submit({ group: 'web', key: 'stopped early', rows: given, onProgress: stop });
    expect(batch).toMatchObject({ state: 'stopped', counts: { cancelled: 25 } });
    expect(batch.counts.queued).toBeUndefined();
  });

  it('report a row that someone else made impossible meanwhile; the others are sent', async () => {
    // One more than are written together.
    const given = await rows(26);
    const last = given.toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1)).at(-1)!;
    const clerk = { group: 'web', orderId: last.orderId, amount: eur(1), reason: 'a clerk', key: 'clerk' };
    const batch = await batches().submit({
      group: 'web',
      key: 'meanwhile',
      rows: given.map((row) => (row.key === last.key ? { ...row, amount: eur(10_000) } : row)),
      onProgress: (done) => (done < 26 ? stage.shop.payments.refunds.request(clerk) : null),
    });
    expect(batch).toMatchObject({ state: 'running', size: 26, counts: { queued: 25 } });
    expect(batch.refused).toEqual([{ key: last.key, orderId: last.orderId, code: 'REFUND_EXCEEDS_REMAINING' }]);
    await batches().stop(batch.id, ACTOR);
  });

  it('keep their places while they are paused, let single refunds by, and go on', async () => {
    const given = await rows(2);
    const [single] = await rows(1);
    const batch = await submit(given);
    expect(await batches().pause(batch.id, ACTOR)).toMatchObject({ state: 'paused', estimatedEnd: null });
    await batches().pause(batch.id, ACTOR);
    await stage.shop.payments.refunds.request({ ...single!, group: 'web' });
    for (let round = 0; round < 4; round += 1) await stage.pass(2 * SECOND);
    expect(await sent(single!.orderId)).toBe(single!.amount.amount);
    expect((await batches().find(batch.id)).counts).toEqual({ queued: 2 });
    expect(await batches().resume(batch.id, ACTOR)).toMatchObject({ state: 'running' });
    for (let round = 0; round < 6; round += 1) await stage.pass(2 * SECOND);
    expect((await batches().find(batch.id)).counts).toEqual({ accepted: 2 });
    expect(await stage.shop.count(`tillbridge_decision WHERE subject_id = '${batch.id}'`)).toBe(2);
  });

  it('that are stopped send nothing more, free what was reserved, and cannot be let go on', async () => {
    const given = await rows(2, 1);
    const batch = await submit(given);
    expect(await batches().stop(batch.id, ACTOR)).toMatchObject({ state: 'stopped', counts: { cancelled: 2 } });
    expect(stage.reportedFor(given[0]!.orderId).inside).toEqual(['cancelled 100', 'cancelled 101']);
    await stage.pass(10 * MINUTE);
    expect(await sent(given[0]!.orderId)).toBe(0);
    expect(await stage.shop.payments.refunds.remaining(given[0]!.orderId, { group: 'web' })).toEqual(eur(10_000));
    expect(await failureOf(batches().resume(batch.id, ACTOR))).toMatchObject({ code: 'REFUND_BATCH_STATE' });
    const again = await statementsOf(stage.shop.dataSource, () => batches().stop(batch.id, ACTOR));
    expect(sortsOf(again)).toContain('tillbridge_refund: id ASC');
    expect(await batches().find(batch.id)).toMatchObject({ state: 'stopped' });
    expect(await failureOf(batches().find('none'))).toMatchObject({ code: 'REFUND_BATCH_UNKNOWN' });
  });

  it('whose process ends while it cancels them are cancelled by another one', async () => {
    const given = await rows(3, 1);
    const batch = await submit(given);
    const dying = jest
      .spyOn(stage.shop.app.get(StoppedBatches), 'cancelLeft')
      .mockRejectedValue(new Error('killed here'));
    await expect(batches().stop(batch.id, ACTOR)).rejects.toThrow('killed here');
    dying.mockRestore();
    expect(await batches().find(batch.id)).toMatchObject({ state: 'stopped', counts: { queued: 3 } });
    await stage.pass(10 * MINUTE);
    expect((await batches().find(batch.id)).counts).toEqual({ cancelled: 3 });
    expect(stage.reportedFor(given[0]!.orderId).inside).toHaveLength(3);
    expect(await stage.shop.payments.refunds.remaining(given[0]!.orderId, { group: 'web' })).toEqual(eur(10_000));
  });

  it('that are stopped while a handler fails for one of them: the others are cancelled, that one later', async () => {
    const given = await rows(3);
    const batch = await submit(given);
    const handlers = jest.spyOn(stage.shop.app.get(RefundStateService), 'apply');
    handlers.mockRejectedValueOnce(new Error('the books are closed'));
    expect((await batches().stop(batch.id, ACTOR)).counts).toEqual({ queued: 1, cancelled: 2 });
    handlers.mockRestore();
    const lines = stage.shop.logs.matching('could not be cancelled');
    expect(lines).toEqual([expect.stringContaining('the books are closed')]);
    await stage.pass(5 * SECOND);
    expect(await sent(given[0]!.orderId)).toBe(0);
    await stage.pass(10 * MINUTE);
    expect((await batches().find(batch.id)).counts).toEqual({ cancelled: 3 });
  });

  it('that are paused when a slot is taken already send nothing in it', async () => {
    const given = await rows(1);
    const batch = await submit(given);
    stage.clock.advance(2 * SECOND);
    const [slot] = await stage.lanes.rows.claim(1);
    expect(slot!.refund.batchId).toBe(batch.id);
    await batches().pause(batch.id, ACTOR);
    await stage.lanes.perform(slot!);
    expect(await batches().find(batch.id)).toMatchObject({ state: 'paused', counts: { queued: 1 } });
    expect(await sent(given[0]!.orderId)).toBe(0);
  });
});
