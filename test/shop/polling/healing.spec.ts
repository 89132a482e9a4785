import { expect, it } from '@jest/globals';
import { describeOneEngine, type TestEngineName } from '../../support/engines.js';
import { failEachCommitOnce } from '../../support/failing-commits.js';
import { PollStage } from './poll-stage.js';

const MINUTE = 60_000;
const GAPS = [MINUTE, 10 * MINUTE, 60 * MINUTE, 24 * 60 * MINUTE];

/** Reads of an order at the service from here on are answered by a copy that has not seen its newest change. */
const lag = ({ sandbox }: PollStage, times: number): void =>
  sandbox.faults.next('read', 'stale-read-unbounded', { times });

async function withStage(engine: TestEngineName, work: (stage: PollStage) => Promise<void>): Promise<void> {
  const stage = await PollStage.start({ engine });
  try {
    await work(stage);
  } finally {
    await stage.close();
  }
}

const sync = ({ payments }: PollStage) => payments.orders.sync('H-1', { by: 'ann', why: 'to see' });
const find = ({ payments }: PollStage) => payments.orders.find('H-1');

/** Paid, in the second in which it had been held; then a copy that lags for longer than it may says that it is held. */
async function paidInDoubt(stage: PollStage): Promise<number> {
  await stage.create('H-1');
  await stage.sandbox.hold('H-1', { method: 'VISA' });
  await sync(stage);
  await stage.sandbox.accept('H-1');
  await sync(stage);
  expect(await find(stage)).toMatchObject({ status: 'completed', paid: true });
  stage.clock.advance(6_000);
  lag(stage, 1);
  await sync(stage);
  expect(await find(stage)).toMatchObject({ status: 'uncleared', paid: true, attention: null });
  stage.service.calls.orders = 0;
  return stage.clock.now();
}

const callsOf = ({ service }: PollStage): number => service.calls.orders;

describeOneEngine('an order that is paid and does not look it', (engine) => {
  it('is read again after a minute, and no more when that read heals it', () =>
    withStage(engine, async (stage) => {
      const since = await paidInDoubt(stage);
      expect(await stage.tickAfter(MINUTE - 1)).toMatchObject({ calls: 0 });
      expect(await stage.tickAfter(1)).toMatchObject({ calls: 1, settled: 1 });
      expect(await find(stage)).toMatchObject({ status: 'completed', paid: true, attention: null });
      expect(await stage.row('H-1')).toMatchObject({ state: 'done', polledAt: since + MINUTE });
      expect(await stage.tickAfter(30 * 24 * 60 * MINUTE)).toMatchObject({ calls: 0 });
    }));

  it('is read after 1 minute, 10, an hour and a day while copies lag, and then stands before a person', () =>
    withStage(engine, async (stage) => {
      const since = await paidInDoubt(stage);
      lag(stage, GAPS.length);
      for (const [index, gap] of GAPS.entries()) {
        stage.clock.set(since + gap - 1);
        expect(await stage.tick()).toMatchObject({ calls: 0 });
        expect(await find(stage)).toMatchObject({ status: 'uncleared', attention: null });
        const endFailures = engine === 'sqlite' ? failEachCommitOnce(stage.shop.dataSource) : () => undefined;
        expect(await stage.tickAfter(1)).toMatchObject({ calls: 1 });
        endFailures();
        expect(callsOf(stage)).toBe(index + 1);
      }
      expect(await find(stage)).toMatchObject({ status: 'uncleared', paid: true, attention: 'payment_in_doubt' });
      expect(stage.shop.logs.matching('has called it uncleared for a day')).toHaveLength(1);
      expect(await stage.row('H-1')).toMatchObject({ state: 'done' });
      expect(await stage.tickAfter(30 * 24 * 60 * MINUTE)).toMatchObject({ calls: 0 });
      expect(stage.shop.handlers.seen.filter(({ event }) => event.kind === 'completed')).toHaveLength(1);
    }));

  it('is healed by the read after a copy that still lagged', () =>
    withStage(engine, async (stage) => {
      await paidInDoubt(stage);
      lag(stage, 1);
      expect(await stage.tickAfter(MINUTE)).toMatchObject({ calls: 1, waiting: 1 });
      expect(await stage.tickAfter(9 * MINUTE)).toMatchObject({ calls: 1, settled: 1 });
      expect(await find(stage)).toMatchObject({ status: 'completed', attention: null });
    }));
});

describeOneEngine('an answer that contradicts what is known within its second', (engine) => {
  it('costs one confirming read, however often it is given', () =>
    withStage(engine, async (stage) => {
      await stage.create('H-1');
      await stage.sandbox.hold('H-1', { method: 'VISA' });
      await sync(stage);
      await stage.sandbox.accept('H-1');
      await sync(stage);
      lag(stage, 4);
      for (let again = 0; again < 4; again += 1) {
        stage.clock.advance(1_000);
        await sync(stage);
        expect(await find(stage)).toMatchObject({ status: 'completed' });
      }
      stage.service.calls.orders = 0;
      expect(await stage.tick()).toMatchObject({ calls: 0 });
      expect(await stage.tickAfter(1_000)).toMatchObject({ calls: 1, settled: 1 });
      expect(await stage.tickAfter(30 * 24 * 60 * MINUTE)).toMatchObject({ calls: 0 });
      expect(callsOf(stage)).toBe(1);
    }));
});
