import { describe, expect, it } from '@jest/globals';
import { Injectable, Scope, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OnPayment, OnRefund, TillbridgeWorkers, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { EffectsDispatcher, OutboxEntity } from '../../../src/shop/effects/index.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/** Sends mail; the mail server is out of order as often as the test says. */
@Injectable()
class Mailer {
  outages = 0;
  readonly attempts: string[] = [];
  readonly sent: string[] = [];

  @OnPayment('completed', { after: 'commit' })
  async confirm(event: PaymentEvent): Promise<void> {
    this.attempts.push(event.id);
    if (this.outages-- > 0) throw new Error('the mail server is down');
    this.sent.push(event.id);
  }
}

@Injectable()
class OnlyForTills {
  readonly seen: string[] = [];

  @OnPayment('completed', { group: 'till', name: 'tills-only' })
  note(event: PaymentEvent): void {
    this.seen.push(event.orderId);
  }
}

const clock = new ManualClock(Date.now());

async function withPaidOrder(providers: Provider[], work: (shop: ShopHost) => Promise<void>): Promise<void> {
  const shop = await startShop({ options: { workers: 'off', clock }, providers });
  try {
    await shop.addOrder('A-1');
    const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
    await shop.notify({ orderId: 'A-1', body, at: clock.now() });
    await work(shop);
  } finally {
    await shop.close();
  }
}

const outbox = async (shop: ShopHost, effect: string): Promise<Record<string, unknown>> => {
  const rows = (await shop.dataSource.query('SELECT * FROM tillbridge_outbox')) as Record<string, unknown>[];
  return rows.find((row) => row['effect'] === effect)!;
};

describe('effects after the commit', () => {
  it('are retried with growing gaps under the same id until they succeed', () =>
    withPaidOrder([Mailer], async (shop) => {
      const mailer = shop.app.get(Mailer);
      mailer.outages = 3;
      await shop.drain();
      expect(await outbox(shop, 'Mailer.confirm')).toMatchObject({ state: 'pending', attempts: 1 });
      expect((await outbox(shop, 'Mailer.confirm'))['last_error']).toContain('the mail server is down');
      await shop.drain();
      expect(mailer.attempts).toHaveLength(1);
      for (let minutes = 0; minutes < 20 && mailer.sent.length === 0; minutes += 1) {
        clock.advance(60_000);
        await shop.drain();
      }
      expect(mailer.sent).toHaveLength(1);
      expect(new Set(mailer.attempts).size).toBe(1);
      expect(await outbox(shop, 'Mailer.confirm')).toMatchObject({ state: 'done', attempts: 4, last_error: null });
    }));

  it('are given up after thirteen attempts, visibly, and can be replayed', () =>
    withPaidOrder([Mailer], async (shop) => {
      const mailer = shop.app.get(Mailer);
      mailer.outages = 13;
      for (let attempt = 0; attempt < 15; attempt += 1) {
        await shop.drain();
        clock.advance(600_001);
      }
      expect(mailer.attempts).toHaveLength(13);
      expect(await outbox(shop, 'Mailer.confirm')).toMatchObject({ state: 'dead', attempts: 13 });
      expect(shop.logs.matching('is now marked as failed. It did not happen.')).toHaveLength(1);
      // One cause, one line: the mail server may be down for a thousand orders.
      expect(shop.logs.matching('will be tried again')).toHaveLength(1);
      expect(JSON.stringify(await shop.payments.orders.timeline('A-1'))).toContain('failed after 13 attempts');

      const { effects } = shop.payments;
      const [dead, ...others] = await effects.failed();
      expect(others).toEqual([]);
      expect(dead).toMatchObject({ effect: 'Mailer.confirm', orderId: 'A-1', attempts: 13, group: 'web' });
      expect(dead?.error).toContain('the mail server is down');
      expect(await effects.failed({ before: dead!.id })).toEqual([]);
      expect(await effects.replay(dead!.id, { by: 'ann', why: 'the mail server is back' })).toEqual({ ok: true });
      await shop.drain();
      expect(mailer.sent).toEqual([dead!.id]);
      expect(await effects.replay(dead!.id, { by: 'bob', why: 'again' })).toEqual({ ok: false, reason: 'not-failed' });
      expect(JSON.stringify(await shop.payments.orders.timeline('A-1'))).toContain(
        'Mailer.confirm replayed by ann: the mail server is back',
      );
    }));

  it('are left to other releases for two hours when their handler is not here, and then wait for a person', () =>
    withPaidOrder([Mailer], async (shop) => {
      await shop.drain();
      const made = clock.now();
      await shop.dataSource.query(
        `UPDATE tillbridge_outbox SET effect = 'Gone.away', state = 'pending', attempts = 0, due_at = 0, created_at = ${made}`,
      );
      for (let passes = 0; clock.now() < made + 7_200_000; passes += 1) {
        await shop.drain();
        const left = await outbox(shop, 'Gone.away');
        expect(left).toMatchObject({ state: 'pending', attempts: 0 });
        expect(left['last_error']).toContain('no handler called "Gone.away"');
        const wait = Number(left['due_at']) - clock.now();
        expect([wait >= 5_000, wait <= 120_000, passes < 100]).toEqual([true, true, true]);
        clock.advance(wait);
      }
      await shop.drain();
      expect(await outbox(shop, 'Gone.away')).toMatchObject({ state: 'dead' });
      // The cause is told at once, and no line for each pass.
      expect(shop.logs.matching('no handler called').length).toBeLessThan(5);
    }));

  it('are run by the release that has their handler, however often another one came first', () =>
    withPaidOrder([Mailer], async (older) => {
      await older.drain();
      @Injectable()
      class Invoices {
        readonly sent: string[] = [];

        @OnPayment('completed', { after: 'commit', name: 'send-invoice' })
        send({ orderId }: PaymentEvent): void {
          this.sent.push(orderId);
        }
      }
      const newer = await startShop({
        options: { workers: 'off', clock },
        providers: [Mailer, Invoices],
        database: older.database,
      });
      try {
        await newer.addOrder('A-2');
        const body = orderBody({ orderId: 'A-2', amount: 1250, at: clock.now() });
        await newer.notify({ orderId: 'A-2', body, at: clock.now() });
        await newer.drain();
        newer.app.get(Invoices).sent.length = 0;
        await newer.dataSource.query(
          "UPDATE tillbridge_outbox SET state = 'pending', attempts = 0, due_at = 0, done_at = NULL WHERE effect = 'send-invoice'",
        );
        for (let passes = 0; passes < 40; passes += 1) {
          await older.drain();
          clock.advance(120_000);
        }
        expect(newer.app.get(Invoices).sent).toEqual([]);
        await newer.drain();
        expect(newer.app.get(Invoices).sent).toEqual(['A-2']);
        expect(await outbox(newer, 'send-invoice')).toMatchObject({ state: 'done', attempts: 1, last_error: null });
      } finally {
        await newer.close();
      }
    }));

  it('wait for an earlier one of the same handler until that is tried again, and do not look all the time', () =>
    withPaidOrder([Mailer], async (shop) => {
      shop.app.get(Mailer).outages = 100;
      await shop.drain();
      const dueAt = clock.now() + 300_000;
      const manager = shop.dataSource.getRepository(OutboxEntity);
      await manager.update({ effect: 'Mailer.confirm' }, { dueAt });
      const first = await manager.findOneByOrFail({ effect: 'Mailer.confirm' });
      const later = { id: `${first.id.slice(0, -1)}~`, version: first.version + 1, attempts: 0, dueAt: clock.now() };
      await manager.insert({ ...first, ...later, lastError: null });
      await shop.drain();
      expect(await manager.findOneByOrFail({ id: later.id })).toMatchObject({ state: 'pending', attempts: 0, dueAt });
    }));

  it('are taken over when the worker that claimed them died (scenarios P2 and X4)', () =>
    withPaidOrder([Mailer], async (shop) => {
      await shop.drain();
      const leased = clock.now() + 60_000;
      await shop.dataSource.query(
        `UPDATE tillbridge_outbox SET state = 'pending', due_at = ${leased}, lease_until = ${leased}, lease_token = 'of the dead' WHERE effect = 'Mailer.confirm'`,
      );
      await shop.drain();
      expect(shop.app.get(Mailer).attempts).toHaveLength(1);
      clock.advance(60_000);
      await shop.drain();
      expect(shop.app.get(Mailer).attempts).toHaveLength(2);
    }));
});

describe('a lease', () => {
  it('is renewed while its work goes on, by the process that still holds it', () =>
    withPaidOrder([Mailer], async (shop) => {
      await shop.app.get(TillbridgeWorkers).drain();
      await shop.dataSource.query("UPDATE tillbridge_outbox SET state = 'pending', due_at = 0");
      const work = shop.app.get(EffectsDispatcher).rows;
      const rows = await work.claim(10);
      expect(rows.length).toBeGreaterThan(0);
      for (let minutes = 0; minutes < 5; minutes += 1) {
        clock.advance(work.leaseMs / 2);
        for (const row of rows) expect(await work.renew(row)).toBe(true);
        expect(await work.claim(10)).toEqual([]);
      }
      clock.advance(work.leaseMs);
      const taken = await work.claim(10);
      expect(taken.map((row) => row.id).sort()).toEqual(rows.map((row) => row.id).sort());
      expect(await work.renew(rows[0]!)).toBe(false);
    }));
});

@Injectable()
class Slow {
  isBroken = false;
  constructor(private readonly dataSource: DataSource) {}

  /** So slow that another worker has taken the effect over before it ends. */
  @OnPayment('completed', { after: 'commit' })
  async handle(): Promise<void> {
    await this.dataSource.query("UPDATE tillbridge_outbox SET lease_token = 'another' WHERE effect = 'Slow.handle'");
    if (this.isBroken) throw new Error('too late');
  }
}

describe('an effect that was taken over', () => {
  it('is finished by the process that took it over, not by the first', () =>
    withPaidOrder([Slow], async (shop) => {
      await shop.drain();
      expect(await outbox(shop, 'Slow.handle')).toMatchObject({ state: 'pending', lease_token: 'another' });
    }));

  it('is not put off by the failure of the first', () =>
    withPaidOrder([Slow], async (shop) => {
      shop.app.get(Slow).isBroken = true;
      await shop.drain();
      expect(await outbox(shop, 'Slow.handle')).toMatchObject({ lease_token: 'another', last_error: null });
    }));
});

describe('handlers', () => {
  it('are called for their own terminal group only', () =>
    withPaidOrder([OnlyForTills], async (shop) => {
      await shop.drain();
      expect(shop.handlers.count('transaction', 'completed')).toBe(1);
      expect(shop.app.get(OnlyForTills).seen).toEqual([]);
    }));

  it('are found once, however many names their provider has', async () => {
    const providers = [Mailer, { provide: 'ALIAS', useExisting: Mailer }];
    await withPaidOrder(providers, async (shop) => {
      await shop.drain();
      expect(shop.app.get(Mailer).sent).toHaveLength(1);
    });
  });

  it('of one name keep the host from starting', async () => {
    @Injectable()
    class Twice {
      @OnPayment('completed', { name: 'same' })
      first(): void {}

      @OnPayment('declined', { name: 'same' })
      second(): void {}
    }
    await expect(startShop({ providers: [Twice] })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('Two @OnPayment handlers are called "same"'),
    });
  });

  it('with a name that its column cannot hold keep the host from starting', async () => {
    @Injectable()
    class LongWinded {
      @OnPayment('completed', { name: 'x'.repeat(161) })
      handle(): void {}
    }
    await expect(startShop({ providers: [LongWinded] })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('has a name of more than 160 characters'),
    });
  });

  it.each([Scope.REQUEST, Scope.TRANSIENT])('of a provider of scope %s keep the host from starting', async (scope) => {
    @Injectable({ scope })
    class PerUse {
      @OnPayment('completed')
      handle(): void {}
    }
    await expect(startShop({ providers: [PerUse] })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining('PerUse.handle'),
    });
  });

  it.each<[string, (target: object, key: string, descriptor: PropertyDescriptor) => void, string]>([
    ['of no event', OnPayment([]), 'for no event'],
    [
      'of a misspelt event',
      OnPayment(['completed', JSON.parse('"complete"')]),
      '"complete", and there is no such event',
    ],
    ['of a misspelt event, with advice', OnPayment(JSON.parse('"complete"')), 'Did you mean "completed"?'],
    ['of a word that each object has', OnPayment(JSON.parse('"constructor"')), 'Those that there are: initialized'],
    ['of a constant that is not set', OnPayment(JSON.parse('[null]')[1]), 'for "undefined"'],
    ['of no refund', OnRefund([], { after: 'commit' }), 'for no event'],
    ['of a refund that there is not', OnRefund(JSON.parse('"refunded"')), 'Those that there are: accepted, settled'],
    ['of a refund whose constant is not set', OnRefund(JSON.parse('[null]')[1]), 'for "undefined"'],
  ])('%s keep the host from starting', async (_title, subscribed, fault) => {
    class Deaf {
      @subscribed
      handle(): void {}
    }
    await expect(startShop({ providers: [Deaf] })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringMatching(new RegExp(`Deaf.handle is marked with @On.*${fault.replace('?', '.')}`, 's')),
    });
  });

  it.each([
    ['a word that means nothing', { after: 'comit' }],
    ['an option that there is not', { afterCommit: true }],
  ])('with %s would run inside the transaction, and keep the host from starting', async (_title, options) => {
    class Misled {
      @OnPayment('completed', JSON.parse(JSON.stringify(options)))
      handle(): void {}
    }
    await expect(startShop({ providers: [Misled] })).rejects.toMatchObject({
      code: 'OPTIONS_INVALID',
      message: expect.stringContaining(
        'Misled.handle is marked with @OnPayment and an option that means nothing there',
      ),
    });
  });

  it('that are generators, whose lines no one would run, keep the host from starting', async () => {
    class Lazy {
      @OnPayment('completed')
      async *handle(): AsyncGenerator<number> {
        yield 1;
      }
    }
    await expect(startShop({ providers: [Lazy] })).rejects.toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it('are called by their class, whatever token provides them, and one of no terminal group is reported', async () => {
    const providers = [{ provide: Symbol('tills'), useFactory: () => new Mailer() }, OnlyForTills];
    await withPaidOrder(providers, async (shop) => {
      await shop.drain();
      expect(await outbox(shop, 'Mailer.confirm')).toMatchObject({ state: 'done' });
      expect(shop.logs.matching('"tills-only" is for terminal group "till"')).toHaveLength(1);
    });
  });
});
