import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { parseOrder } from 'tillbridge/protocol';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { EffectsDispatcher, EffectsService, HandOver } from '../../../src/shop/effects/index.js';
import { OwnEffects } from '../../../src/shop/effects/outbox/own-effects.js';
import { Ledger, TransitionEntity } from '../../../src/shop/orders/index.js';
import { NO_PLACES, type KeptPlaces } from '../../../src/shop/workers/index.js';
import { describeOneEngine } from '../../support/engines.js';
import { createMigratedDatabase } from '../../support/migrated-database.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';
import { tapStatements } from '../../support/statement-tap.mjs';
import { waitFor } from '../../support/wait-for.js';
import { MemoryQueue } from './memory-queue.js';

/** Writes a mail for each payment; fails as often as it is told to, and takes its time in the transaction. */
@Injectable()
class Mailer {
  failures = 0;
  gate: Promise<void> = Promise.resolve();
  asked = 0;
  readonly sent: string[] = [];

  @OnPayment('completed')
  async prepare(): Promise<void> {
    this.asked += 1;
    await this.gate;
  }

  @OnPayment(['initialized', 'completed'], { after: 'commit', name: 'mail' })
  send({ kind, orderId }: PaymentEvent): void {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('no mail server');
    }
    this.sent.push(`${kind} ${orderId}`);
  }
}

const MAILS = "tillbridge_outbox WHERE effect = 'mail'";
const PENDING = `${MAILS} AND state = 'pending'`;
const LEASE_MS = 30_000;

/** As its worker has not once it is stopped. */
function hasNoPlaces({ app }: ShopHost): boolean {
  const recorded = app.get(OwnEffects) as unknown as { keep(wanted: number): KeptPlaces<unknown> };
  const kept = recorded.keep(1);
  kept.drop();
  return kept.count === 0;
}

describeOneEngine('effects of a process that runs effects itself', (engine) => {
  let shop: ShopHost;
  let mailer: Mailer;
  let orders = 0;
  const clock = new ManualClock(Date.now());

  beforeAll(async () => {
    shop = await startShop({ engine, options: { clock }, providers: [Mailer] });
    mailer = shop.app.get(Mailer);
  });
  afterAll(() => shop?.close());
  beforeEach(async () => {
    await waitFor(async () => (await shop.count("tillbridge_outbox WHERE state = 'pending'")) === 0);
    await shop.forget();
    mailer.sent.length = 0;
  });

  const bodyOf = (orderId: string, status: 'initialized' | 'completed' = 'completed') => {
    clock.advance(1_000);
    const transaction = status === 'initialized' ? { transactionId: null } : {};
    return orderBody({ orderId, amount: 1250, at: clock.now(), status, ...transaction });
  };
  const notify = async (orderId: string): Promise<void> => {
    const body = bodyOf(orderId);
    await shop.notify({ orderId, at: clock.now(), body });
  };
  const newOrder = async (): Promise<string> => {
    const orderId = `O-${(orders += 1)}`;
    await shop.addOrder(orderId);
    return orderId;
  };

  it('are its own from the start: none is claimed', async () => {
    const orderId = await newOrder();
    const statements: string[] = [];
    const untap = tapStatements(shop.dataSource, { before: ({ sql }) => void statements.push(sql) });
    await notify(orderId);
    await waitFor(async () => (await shop.count(`${MAILS} AND state = 'done' AND attempts = 1`)) === 1);
    untap();
    expect(mailer.sent).toEqual([`completed ${orderId}`]);
    expect(statements.filter((sql) => /UPDATE .*tillbridge_outbox.* SET .*attempts/.test(sql))).toEqual([]);
  });

  it('wait for the lease, and no longer, when the process dies after the commit', async () => {
    const own = shop.app.get(OwnEffects);
    const runner: unknown = Reflect.get(own, 'runner');
    const { own: leases } = shop.app.get(EffectsDispatcher).rows;
    const keepPlaces = (count: number) => ({ ...NO_PLACES, count, lease: leases.next() });
    Reflect.set(own, 'runner', { ...(runner as object), worker: { keepPlaces } });
    const orderId = await newOrder();
    await notify(orderId);
    await waitFor(async () => (await shop.count(PENDING)) === 1);
    Reflect.set(own, 'runner', runner);
    clock.advance(LEASE_MS - 1);
    await shop.drain();
    expect(mailer.sent).toEqual([]);
    clock.advance(1);
    await shop.drain();
    expect(mailer.sent).toEqual([`completed ${orderId}`]);
    await waitFor(async () => (await shop.count(`${MAILS} AND attempts = 2`)) === 1);
  });

  it('keep to the order of their handler and order', async () => {
    const orderId = await newOrder();
    // Both are made before the first fails: its next attempt is not due until the clock goes on.
    const [first, second] = [bodyOf(orderId, 'initialized'), bodyOf(orderId)];
    mailer.failures = 1;
    await shop.notify({ orderId, at: clock.now(), body: first });
    await waitFor(async () => (await shop.count(`${PENDING} AND last_error IS NOT NULL`)) === 1);
    await shop.notify({ orderId, at: clock.now(), body: second });
    // It has begun, and seen that another one is before it.
    await waitFor(async () => (await shop.count(`${PENDING} AND lease_token IS NULL`)) === 2);
    expect(mailer.sent).toEqual([]);
    clock.advance(2_000);
    await shop.drain();
    await waitFor(() => mailer.sent.length === 2);
    expect(mailer.sent).toEqual([`initialized ${orderId}`, `completed ${orderId}`]);
  });

  it('are those of the run of their transaction that was committed', async () => {
    const orderId = await newOrder();
    await notify(orderId);
    await waitFor(() => mailer.sent.length === 1);
    const [known] = await shop.dataSource.manager.find(TransitionEntity);
    const effects = shop.app.get(EffectsService);
    await effects.recording(async (recorded) => {
      const first = shop.dataSource.transaction(async (tx) => {
        await effects.apply(tx, [{ ...known!, id: 'taken-back' }], { recorded });
        throw new Error('a deadlock');
      });
      await expect(first).rejects.toThrow('a deadlock');
      await shop.dataSource.transaction((tx) => effects.apply(tx, [], { recorded }));
    });
    await shop.drain();
    expect(mailer.sent).toHaveLength(1);
  });

  it('are handed over as ever where there is a transport', async () => {
    const queue = new MemoryQueue();
    queue.queueOf = () => 'mails';
    shop.payments.effects.handTo(queue);
    try {
      const orderId = await newOrder();
      await notify(orderId);
      await waitFor(() => queue.handed.length > 0);
      expect(await shop.count('tillbridge_outbox WHERE lease_token IS NOT NULL OR attempts > 0')).toBe(0);
      expect(mailer.sent).toEqual([]);
      for (const { id } of queue.handed) await shop.payments.effects.run(id);
      expect(mailer.sent).toEqual([`completed ${orderId}`]);
    } finally {
      Reflect.set(shop.app.get(HandOver), 'transport', null);
    }
  });

  if (engine === 'sqlite')
    it('are not begun on behalf of a transaction of the host that may still be taken back', async () => {
      const orderId = await newOrder();
      const { order } = parseOrder(bodyOf(orderId));
      const observation = {
        source: 'sync',
        order,
        group: 'web',
        serviceOrderId: orderId,
        readAt: clock.now(),
      } as const;
      const ofTheHost = shop.dataSource.transaction(async () => {
        expect(await shop.app.get(Ledger).observe(observation)).toMatchObject({ kind: 'transition' });
        throw new Error('the host thinks better of it');
      });
      await expect(ofTheHost).rejects.toThrow('thinks better');
      await shop.drain();
      expect([mailer.sent, await shop.count('tillbridge_outbox')]).toEqual([[], 0]);
    });

  it('are left to others when the transition commits during a shutdown', async () => {
    const database = await createMigratedDatabase(engine);
    const first = await startShop({ database, options: { clock }, providers: [Mailer] });
    const dying = first.app.get(Mailer);
    let open = (): void => undefined;
    dying.gate = new Promise((resolve) => (open = resolve));
    await first.addOrder('LAST');
    await first.notify({ orderId: 'LAST', at: clock.now(), body: bodyOf('LAST') });
    await waitFor(() => dying.asked === 1);
    const closing = first.close();
    await waitFor(() => hasNoPlaces(first));
    open();
    await closing;
    expect(dying.sent).toEqual([]);
    const second = await startShop({ database, options: { clock }, providers: [Mailer] });
    // What is given back is due again within seconds: long before a lease would have run out.
    clock.advance(LEASE_MS / 10);
    await waitFor(() => second.app.get(Mailer).sent.length === 1);
    await second.close();
    await database.drop();
  });
});
