import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { HandOver } from '../../../src/shop/effects/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { MemoryQueue } from './memory-queue.js';
import { Printer } from './printer.js';

const actor = { by: 'ann', why: 'the printer has paper again' };

describeOneEngine('effects that are handed over', (engine) => {
  let shop: ShopHost;
  let printer: Printer;
  let queue: MemoryQueue;
  let orders = 0;
  const clock = new ManualClock(Date.now());

  beforeAll(async () => {
    shop = await startShop({ engine, options: { workers: 'off', clock }, providers: [Printer] });
    printer = shop.app.get(Printer);
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    await shop.forget();
    queue = new MemoryQueue();
    shop.payments.effects.handTo(queue);
    // A transport that failed in the test before counts as away for a while.
    Object.assign(shop.app.get(HandOver), { awayUntil: 0 });
    Object.assign(printer, { isEmpty: false, gate: Promise.resolve() });
    for (const list of [printer.printed, printer.tries]) list.length = 0;
  });

  const notify = async (orderId: string, status: 'initialized' | 'completed'): Promise<void> => {
    clock.advance(1_000);
    const at = clock.now();
    const transaction = status === 'initialized' ? { transactionId: null } : {};
    await shop.notify({ orderId, at, body: orderBody({ orderId, amount: 1250, at, status, ...transaction }) });
  };
  const newOrder = async (): Promise<string> => {
    const orderId = `H-${(orders += 1)}`;
    await shop.addOrder(orderId);
    return orderId;
  };
  const paid = async (): Promise<string> => {
    const orderId = await newOrder();
    await notify(orderId, 'completed');
    await shop.drain();
    return orderId;
  };
  const run = (effect = queue.handed.at(-1)!) => shop.payments.effects.run(effect.id);

  it('run where they are brought to, once, however often they are brought; the others run as ever', async () => {
    const orderId = await paid();
    expect(printer.printed).toEqual([`beep ${orderId}`]);
    expect(queue.handed).toMatchObject([{ effect: 'Printer.print', group: 'web', orderId, attempts: 0 }]);
    // What is handed over tells nothing of the customer.
    expect(Object.keys(queue.handed[0]!).sort()).toEqual(['attempts', 'effect', 'group', 'id', 'orderId']);
    let open = (): void => undefined;
    printer.gate = new Promise((resolve) => (open = resolve));
    const first = run();
    await waitFor(() => printer.tries.length === 1);
    expect(await run()).toEqual({ outcome: 'not-due' });
    open();
    expect(await first).toEqual({ outcome: 'done' });
    expect(await run()).toEqual({ outcome: 'not-due' });
    expect(await shop.payments.effects.run('never-heard-of')).toEqual({ outcome: 'not-due' });
    expect(printer.printed).toEqual([`beep ${orderId}`, `completed ${orderId}`]);
    expect(queue.handed).toHaveLength(1);
  });

  it('are handed over again when nobody has begun them within a minute: a queue may lose everything', async () => {
    await paid();
    clock.advance(59_000);
    await shop.drain();
    expect(queue.handed).toHaveLength(1);
    expect(shop.app.get(HandOver).figures).toEqual({ isAway: false, oldestWaitingMs: null });
    clock.advance(2_000);
    await shop.drain();
    expect(queue.handed).toHaveLength(2);
    // Overdue it never is in its table: health must see that no one takes it from the queue.
    expect(shop.app.get(HandOver).figures?.oldestWaitingMs).toBeGreaterThan(0);
    expect(new Set(queue.handed.map(({ id }) => id)).size).toBe(1);
    // Asked for twice at once, it is in one claim.
    const outcomes = (await Promise.all([run(), run()])).map(({ outcome }) => outcome);
    expect(outcomes.sort()).toEqual(['done', 'not-due']);
    expect(printer.tries).toHaveLength(1);
    clock.advance(61_000);
    await shop.drain();
    expect(queue.handed).toHaveLength(2);
  });

  it('count their tries by their row alone: put off, handed over again, given up, replayed', async () => {
    const orderId = await paid();
    printer.isEmpty = true;
    expect(await run()).toEqual({ outcome: 'failed', error: expect.stringContaining('out of paper') });
    await shop.drain();
    expect(queue.handed).toHaveLength(1);
    clock.advance(2_000);
    await shop.drain();
    expect(queue.handed.map(({ attempts }) => attempts)).toEqual([0, 1]);
    for (let attempt = 2; attempt <= 13; attempt += 1) {
      await run();
      clock.advance(601_000);
      await shop.drain();
    }
    const [failed] = await shop.payments.effects.failed();
    expect(failed).toMatchObject({ orderId, attempts: 13 });
    const before = queue.handed.length;
    expect(before).toBe(13);
    printer.isEmpty = false;
    expect(await shop.payments.effects.replay(failed!.id, actor)).toEqual({ ok: true });
    await shop.drain();
    expect(queue.handed).toHaveLength(before + 1);
    expect(await run()).toEqual({ outcome: 'done' });
  });

  it('are handed over in the order of their line: the next only when the one before has ended', async () => {
    const orderId = await newOrder();
    await notify(orderId, 'initialized');
    await shop.drain();
    await notify(orderId, 'completed');
    await shop.drain();
    expect(queue.handed).toHaveLength(1);
    const [{ id }] = (await shop.dataSource.query(
      "SELECT id FROM tillbridge_outbox WHERE effect = 'Printer.print' AND version = 2",
    )) as [{ id: string }];
    // Nor is it run when someone asks for it by hand.
    expect(await shop.payments.effects.run(id)).toEqual({ outcome: 'not-due' });
    expect(await run()).toEqual({ outcome: 'done' });
    await shop.drain();
    expect(queue.handed.map((effect) => effect.id)).toEqual([expect.not.stringMatching(id), id]);
    expect(await run()).toEqual({ outcome: 'done' });
    expect(printer.printed.filter((line) => !line.startsWith('beep'))).toEqual([
      `initialized ${orderId}`,
      `completed ${orderId}`,
    ]);
  });

  it('run here while the queue is away, and are handed over again once it is back', async () => {
    queue.isAway = true;
    const orderId = await paid();
    expect(printer.printed.sort()).toEqual([`beep ${orderId}`, `completed ${orderId}`]);
    expect(shop.app.get(HandOver).figures).toMatchObject({ isAway: true });
    expect(shop.logs.matching('could not be handed over').length).toBeGreaterThan(0);
    queue.isAway = false;
    await waitFor(async () => {
      await shop.drain();
      return !shop.app.get(HandOver).figures?.isAway;
    });
    await paid();
    expect(queue.handed).toHaveLength(1);
    expect(shop.app.get(HandOver).figures).toMatchObject({ isAway: false });
  });

  it('run here when the queue says nothing at all', async () => {
    queue.isSilent = true;
    const orderId = await paid();
    expect(printer.printed.sort()).toEqual([`beep ${orderId}`, `completed ${orderId}`]);
  });

  it('run here when the transport is broken: a mistake of the host costs no effect', async () => {
    queue.queueOf = () => {
      throw new Error('not in the table');
    };
    const orderId = await paid();
    expect(printer.printed.sort()).toEqual([`beep ${orderId}`, `completed ${orderId}`]);
    expect(shop.logs.matching('not in the table').length).toBeGreaterThan(0);
  });

  it('wait in the database while their queue is full', async () => {
    queue.waiting = 1_000;
    await paid();
    expect(queue.handed).toEqual([]);
    expect(await shop.count("tillbridge_outbox WHERE effect = 'Printer.print' AND attempts = 0")).toBe(1);
    queue.waiting = 999;
    clock.advance(5_001);
    await shop.drain();
    expect(queue.handed).toHaveLength(1);
  });

  it('run here, one at a time, when they may have ended a process: no queue tries them beside others', async () => {
    await paid();
    const died = `attempts = 1, due_at = ${clock.now()}, lease_until = ${clock.now()}, lease_token = 'of the dead'`;
    await shop.dataSource.query(`UPDATE tillbridge_outbox SET ${died} WHERE effect = 'Printer.print'`);
    expect(await run()).toEqual({ outcome: 'not-due' });
    // Nor when the loop has let go of it, because it tries another one just now.
    await shop.dataSource.query("UPDATE tillbridge_outbox SET lease_token = NULL WHERE effect = 'Printer.print'");
    expect(await run()).toEqual({ outcome: 'not-due' });
    await shop.drain();
    expect(queue.handed).toHaveLength(1);
    expect(printer.tries).toHaveLength(1);
  });

  it('have not been tried by a process that dies while it hands them over', async () => {
    const held = "tillbridge_outbox WHERE effect = 'Printer.print' AND (attempts > 0 OR lease_token IS NOT NULL)";
    const counts: number[] = [];
    const [backlog, hand] = [queue.backlog.bind(queue), queue.hand.bind(queue)];
    queue.backlog = async () => {
      counts.push(await shop.count(held));
      return backlog();
    };
    queue.hand = async (name, effects) => {
      counts.push(await shop.count(held));
      return hand(name, effects);
    };
    await paid();
    expect(queue.handed).toHaveLength(1);
    expect(counts.length).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBe(0);
  });

  it('run once beside a process, of an older release perhaps, that hands nothing over', async () => {
    const old = await startShop({ database: shop.database, options: { workers: 'off', clock }, providers: [Printer] });
    const oldPrinter = old.app.get(Printer);
    try {
      const first = await paid();
      await old.drain();
      // Handed over, it is not due for the other one either.
      expect(oldPrinter.tries).toEqual([]);
      expect(await run()).toEqual({ outcome: 'done' });
      await paid();
      // What its queue has lost is due for both, and the other one comes first.
      clock.advance(61_000);
      await old.drain();
      expect(oldPrinter.printed.filter((line) => !line.startsWith('beep'))).toHaveLength(1);
      expect(await run()).toEqual({ outcome: 'not-due' });
      expect(printer.printed.filter((line) => !line.startsWith('beep'))).toEqual([`completed ${first}`]);
    } finally {
      await old.close();
    }
  });
});
