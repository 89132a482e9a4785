import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOneEngine } from '../../support/engines.js';
import { DAY, RetentionStage } from './retention-stage.js';

const actor = { by: 'ann', why: 'asked for by the customer' };

describeOneEngine('personal data', (engine) => {
  let stage: RetentionStage;
  beforeAll(async () => {
    stage = await RetentionStage.start(engine);
  });
  afterAll(() => stage.shop.close());

  const bodies = (orderId: string) =>
    stage.rows<{ state: string; body: string }>(
      `SELECT state, body FROM tillbridge_notification WHERE order_id = '${orderId}' ORDER BY id`,
    );

  it('is gone after thirty days; a replayed old notification still has no effect (scenario O2)', async () => {
    const { shop, clock } = stage;
    await shop.addOrder('OLD');
    const resend = await stage.see('OLD');
    await stage.see('NOBODY');
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);

    clock.advance(29 * DAY);
    await shop.drain();
    expect((await bodies('OLD'))[0]?.body).not.toBe('');

    clock.advance(2 * DAY);
    await shop.drain();
    expect(await bodies('OLD')).toEqual([{ state: 'erased', body: '' }]);
    expect(await shop.payments.orders.find('OLD')).toMatchObject({
      description: '',
      paid: true,
      amount: { amount: 1250 },
      erasedAt: clock.now(),
    });

    // The same bytes while the service may still send them: the clock of the shop is all that has moved.
    clock.advance(-31 * DAY);
    expect((await resend()).status).toBe(200);
    clock.advance(31 * DAY);
    await stage.see('OLD', { at: clock.now() - 31 * DAY });
    expect(await shop.count("tillbridge_notification WHERE order_id = 'OLD'")).toBe(2);
    expect(await shop.count("tillbridge_transition WHERE order_id = 'OLD'")).toBe(1);
    expect(shop.handlers.count('transaction', 'completed')).toBe(1);
  });

  it('of what is not finished is left alone', async () => {
    const { shop, clock } = stage;
    await shop.addOrder('OPEN');
    await shop.addOrder('PARKED');
    await shop.dataSource.query("UPDATE tillbridge_attempt SET payment_url = 'https://pay.example/1'");
    await stage.see('OPEN', { status: 'initialized', transactionId: null });
    await stage.see('PARKED');
    await shop.dataSource.query("UPDATE tillbridge_notification SET state = 'parked' WHERE order_id = 'PARKED'");
    clock.advance(40 * DAY);
    await shop.payments.retention.run();
    expect((await bodies('PARKED'))[0]).toMatchObject({ state: 'parked', body: expect.stringMatching(/^e/) });
    expect(await shop.payments.orders.find('OPEN')).toMatchObject({
      description: 'Two mugs',
      paymentUrl: 'https://pay.example/1',
      erasedAt: null,
    });
    // Nor does an order that can still be paid lose its page when it is to be erased now.
    expect(await shop.payments.orders.erase('OPEN', actor)).toMatchObject({ paymentPages: false });
    expect(await shop.payments.orders.find('OPEN')).toMatchObject({
      description: '',
      paymentUrl: 'https://pay.example/1',
      erasedAt: null,
    });
    expect(await shop.payments.orders.erase('PARKED', actor)).toMatchObject({ notifications: 0, keptNotifications: 1 });
    expect((await bodies('PARKED'))[0]).toMatchObject({ state: 'parked', body: expect.stringMatching(/^e/) });
    clock.advance(400 * DAY);
    await shop.payments.retention.run();
    expect(await shop.payments.orders.find('OPEN')).toMatchObject({ description: '', paymentUrl: null });
  });

  it('is erased by order at once, with who and why in its timeline; a failed effect is replayed all the same', async () => {
    const { shop, mailer } = stage;
    await shop.addOrder('FORGET');
    await stage.see('FORGET', { status: 'declined' });
    await stage.giveUp();
    const [dead] = await shop.payments.effects.failed();
    expect(dead).toMatchObject({ orderId: 'FORGET', error: expect.stringContaining('ann@example.org') });

    expect(await shop.payments.orders.erase('FORGET', actor)).toEqual({
      notifications: 1,
      keptNotifications: 0,
      keptRefunds: 0,
      paymentPages: true,
    });
    expect(await bodies('FORGET')).toEqual([{ state: 'erased', body: '' }]);
    expect((await shop.payments.orders.timeline('FORGET')).map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Personal data erased by ann: asked for by the customer',
        expect.stringContaining('its content has been erased'),
      ]),
    );

    // An event is made of the transition, which holds no personal data and stays.
    mailer.isBroken = false;
    expect(await shop.payments.effects.replay(dead!.id, actor)).toEqual({ ok: true });
    await shop.drain();
    expect(mailer.sent).toMatchObject([
      { id: dead!.id, orderId: 'FORGET', kind: 'declined', amount: { amount: 1250 } },
    ]);
  });

  it('of many rows goes in batches, and goes on where an earlier run was aborted', async () => {
    const { shop, clock } = stage;
    const due = clock.now() - 31 * DAY;
    const row = (n: number): string =>
      `('b-${n}', 'k-${n}', 'web', 'MANY', ${due}, 'k', 'e30=', ${due}, 'done', 1, ${due + n}, ${due})`;
    const columns =
      'id, delivery_key, group_name, order_id, signed_at, key_id, body, received_at, state, attempts, due_at, done_at';
    const values = Array.from({ length: 250 }, (_, n) => row(n)).join(', ');
    await shop.dataSource.query(`INSERT INTO tillbridge_notification (${columns}) VALUES ${values}`);
    await shop.payments.retention.run({ signal: AbortSignal.abort() });
    const abort = new AbortController();
    const run = shop.payments.retention.run({ signal: abort.signal });
    abort.abort();
    expect(await run).toMatchObject({ notifications: 100, complete: false });
    expect(await shop.payments.retention.run()).toMatchObject({ notifications: 150, complete: true });
    expect(await shop.payments.retention.run()).toMatchObject({ notifications: 0, orders: 0, complete: true });
  });
});

describe('personal data that is to be kept', () => {
  it('stays until it is erased by order, and no process looks for it', async () => {
    const stage = await RetentionStage.start('sqlite', { personalDataDays: 'off' });
    const { shop, clock } = stage;
    try {
      await shop.addOrder('KEEP');
      await stage.see('KEEP');
      clock.advance(4_000 * DAY);
      await shop.drain();
      expect(await shop.payments.retention.run()).toMatchObject({ notifications: 0, orders: 0, complete: true });
      expect(await shop.count("tillbridge_notification WHERE body <> ''")).toBe(1);
      expect(await shop.payments.group('web').orders.erase('KEEP', actor)).toMatchObject({ notifications: 1 });
      expect(await shop.count("tillbridge_notification WHERE body <> ''")).toBe(0);
    } finally {
      await shop.close();
    }
  });
});
