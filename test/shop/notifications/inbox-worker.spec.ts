import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody, type OrderBodyInput } from 'tillbridge/testing';
import { InboxWorker, NotificationEntity } from '../../../src/shop/notifications/index.js';
import { failEachCommitOnce } from '../../support/failing-commits.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';

const MINUTE = 60_000;
/** How long a row waits whose group is not there. */
const GROUP_GONE_MS = 600_000;

/** Fails for some orders, until it is told otherwise. */
@Injectable()
class Allergic {
  isWell = false;

  @OnPayment('completed')
  refuse(event: PaymentEvent): void {
    if (event.orderId.startsWith('POISON') && !this.isWell) throw new Error('this order is poison');
  }
}

describe('the inbox worker', () => {
  const clock = new ManualClock(Date.now());
  let service: ScriptedService;
  let shop: ShopHost;

  beforeAll(async () => {
    service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, baseUrl: service.url, timeoutMs: 1_000 }];
    shop = await startShop({ options: { workers: 'off', clock, terminalGroups }, providers: [Allergic] });
  });

  afterAll(async () => {
    await shop.close();
    service.close();
  });

  // A paid order that is void is read again by and by: those reads would answer for the next test's.
  afterEach(() => shop.dataSource.query('DELETE FROM tillbridge_poll'));

  const send = (input: Omit<OrderBodyInput, 'amount' | 'at'>, minutes = 0): Promise<Response> => {
    const body = orderBody({ amount: 1250, at: clock.now() + minutes * MINUTE, ...input });
    return shop.notify({ orderId: input.orderId, body, at: clock.now() });
  };
  const truth = (input: Omit<OrderBodyInput, 'amount' | 'at'>, minutes = 0): Reply =>
    json(200, { success: true, data: orderBody({ amount: 1250, at: clock.now() + minutes * MINUTE, ...input }) });
  const stateOf = async (orderId: string): Promise<string[]> => {
    const rows = (await shop.dataSource.query(
      `SELECT state FROM tillbridge_notification WHERE order_id = '${orderId}' ORDER BY received_at, id`,
    )) as { state: string }[];
    return rows.map((row) => row.state);
  };

  it('lets what is of a group that is not configured wait, however often it was tried, and for the next one of its own', async () => {
    await shop.addOrder('STRAY');
    await send({ orderId: 'STRAY' });
    await shop.dataSource.query("UPDATE tillbridge_notification SET group_name = 'gone', attempts = 20");
    const { rows } = shop.app.get(InboxWorker);
    const [row] = await rows.claim(1);
    await shop.app.get(InboxWorker).perform(row!);
    const [waiting] = await shop.dataSource.manager.find(NotificationEntity);
    expect(waiting).toMatchObject({ state: 'pending', attempts: 0, leaseToken: null });
    expect(waiting!.dueAt).toBe(clock.now() + GROUP_GONE_MS);
    expect(waiting!.lastError).toContain('gone');
    await shop.dataSource.query('DELETE FROM tillbridge_notification');
  });

  it('lets what an attempt without its order is told of wait, and does not hold on to it', async () => {
    await shop.addOrder('ORPHAN');
    await shop.dataSource.query("DELETE FROM tillbridge_order WHERE order_id = 'ORPHAN'");
    await send({ orderId: 'ORPHAN' });
    await send({ orderId: 'ORPHAN', status: 'initialized' });
    await shop.drain();
    const rows = await shop.dataSource.manager.findBy(NotificationEntity, { orderId: 'ORPHAN' });
    expect(rows.map(({ state, leaseToken }) => `${state} ${leaseToken}`)).toEqual(['pending null', 'pending null']);
    await shop.dataSource.query('DELETE FROM tillbridge_notification');
  });

  it('asks the API before a payment is undone, and believes its answer', async () => {
    await shop.addOrder('U-1');
    await send({ orderId: 'U-1' });
    await send({ orderId: 'U-1', status: 'void' }, 1);
    service.script(truth({ orderId: 'U-1' }, 2));
    await shop.drain();
    expect(service.log).toEqual(['GET /v1/json/orders/U-1']);
    expect(await shop.payments.orders.find('U-1')).toMatchObject({ status: 'completed', paid: true });
    expect(await stateOf('U-1')).toEqual(['done', 'done']);

    await send({ orderId: 'U-1', status: 'void' }, 3);
    service.script(truth({ orderId: 'U-1', status: 'void' }, 4));
    await shop.drain();
    expect(await shop.payments.orders.find('U-1')).toMatchObject({ status: 'voided', paid: true });
  });

  it('asks again where the answer is older than what was signed, as from a copy that lags behind', async () => {
    await shop.addOrder('U-8');
    await send({ orderId: 'U-8' });
    await send({ orderId: 'U-8', status: 'void' }, 2);
    service.script(truth({ orderId: 'U-8' }));
    await shop.drain();
    expect(await stateOf('U-8')).toEqual(['done', 'pending']);
    clock.advance(MINUTE);
    service.script(truth({ orderId: 'U-8', status: 'void' }, 1));
    await shop.drain();
    expect(await stateOf('U-8')).toEqual(['done', 'done']);
    expect(await shop.payments.orders.find('U-8')).toMatchObject({ status: 'voided', paid: true });
  });

  it('asks once more, when a copy must have caught up, where the answer passes over what was signed within its second', async () => {
    await shop.addOrder('U-9');
    await send({ orderId: 'U-9' });
    await send({ orderId: 'U-9', status: 'void' });
    service.script(truth({ orderId: 'U-9' }));
    await shop.drain();
    expect(await stateOf('U-9')).toEqual(['done', 'pending']);
    service.script(
      json(200, { success: true, data: orderBody({ orderId: 'U-9', amount: 1250, at: clock.now(), status: 'void' }) }),
    );
    clock.advance(4_999);
    await shop.drain();
    expect(service.log).toHaveLength(0);
    clock.advance(1);
    await shop.drain();
    expect(service.log).toHaveLength(1);
    expect(await shop.payments.orders.find('U-9')).toMatchObject({ status: 'voided', attention: 'voided' });
    expect(await stateOf('U-9')).toEqual(['done', 'done']);
  });

  it('keeps a notification until the API can be asked', async () => {
    await shop.addOrder('U-2');
    await send({ orderId: 'U-2', status: 'cancelled' });
    await shop.drain();
    await send({ orderId: 'U-2' }, 1);
    service.script();
    await shop.drain();
    expect(await stateOf('U-2')).toEqual(['done', 'pending']);
    service.script(truth({ orderId: 'U-2' }, 1));
    clock.advance(MINUTE);
    await shop.drain();
    expect(await shop.payments.orders.find('U-2')).toMatchObject({ paid: true, attention: 'paid_after_cancel' });
    expect(shop.handlers.count('transaction', 'paid_after_cancel')).toBe(1);
    expect(shop.logs.matching('Order U-2 of terminal group web needs attention: paid_after_cancel')).toHaveLength(1);
  });

  it('parks what fails repeatedly, with one alert, while its neighbours proceed (scenario P2)', async () => {
    await shop.addOrder('POISON');
    await shop.addOrder('GOOD-1');
    await send({ orderId: 'POISON' });
    await send({ orderId: 'GOOD-1' });
    await shop.drain();
    expect(await shop.payments.orders.find('GOOD-1')).toMatchObject({ paid: true });
    for (let attempt = 0; attempt < 15; attempt += 1) {
      clock.advance(10 * MINUTE + 1);
      await shop.drain();
    }
    expect(await stateOf('POISON')).toEqual(['parked']);
    expect(await shop.payments.orders.find('POISON')).toMatchObject({ paid: false, status: null });
    expect(shop.logs.matching('is parked; the order may be behind')).toHaveLength(1);
  });

  it('tells someone, once, when no such order came to be (scenario L5)', async () => {
    await send({ orderId: 'NOBODY' });
    await shop.drain();
    expect(await stateOf('NOBODY')).toEqual(['pending']);
    clock.advance(9 * MINUTE);
    await shop.drain();
    const endFailures = failEachCommitOnce(shop.dataSource);
    for (let minutes = 0; minutes < 3; minutes += 1) {
      clock.advance(MINUTE);
      await shop.drain();
    }
    endFailures();
    expect(await stateOf('NOBODY')).toEqual(['unmatched']);
    expect(shop.logs.matching('terminal group web had no order NOBODY')).toHaveLength(1);
  });

  it.each([
    [599_999, 'pending'],
    [600_000, 'unmatched'],
  ])('waits ten minutes for an order: after %d ms the notification is %s', async (ms, state) => {
    await send({ orderId: `NONE-${ms}` });
    clock.advance(ms);
    await shop.drain();
    expect(await stateOf(`NONE-${ms}`)).toEqual([state]);
  });

  it('does not count waiting for an order among the failures', async () => {
    await send({ orderId: 'POISON-LATE' });
    for (let minutes = 0; minutes < 9; minutes += 0.25) {
      await shop.drain();
      clock.advance(MINUTE / 4);
    }
    await shop.addOrder('POISON-LATE');
    await shop.drain();
    expect(await stateOf('POISON-LATE')).toEqual(['pending']);
    shop.app.get(Allergic).isWell = true;
    clock.advance(2 * MINUTE);
    await shop.drain();
    expect(await shop.payments.orders.find('POISON-LATE')).toMatchObject({ paid: true });
  });

  it('reads again what was read before the order changed', async () => {
    await shop.addOrder('U-6');
    await send({ orderId: 'U-6' });
    await shop.drain();
    await send({ orderId: 'U-6', status: 'void' }, 1);
    // While the service answers what was so before, the order's row is written by someone else.
    const outpaced: Reply = (response, call) => {
      const at = clock.now() + MINUTE;
      const changed = shop.dataSource.query(`UPDATE tillbridge_order SET updated_at = ${at} WHERE order_id = 'U-6'`);
      void changed.then(() => truth({ orderId: 'U-6', status: 'initialized' })(response, call));
    };
    service.script(outpaced);
    await shop.drain();
    expect(await shop.payments.orders.find('U-6')).toMatchObject({ status: 'completed' });
    expect(await stateOf('U-6')).toEqual(['done', 'pending']);
    clock.advance(2 * MINUTE);
    service.script(truth({ orderId: 'U-6' }, -1));
    await shop.drain();
    expect(await shop.payments.orders.find('U-6')).toMatchObject({ status: 'completed' });
    expect(await stateOf('U-6')).toEqual(['done', 'done']);
  });

  it('stores an unknown status without effect and says so (scenario X3)', async () => {
    await shop.addOrder('U-3');
    await send({ orderId: 'U-3', status: 'teleported' });
    await shop.drain();
    expect(await stateOf('U-3')).toEqual(['done']);
    expect(await shop.payments.orders.find('U-3')).toMatchObject({ status: null, paid: false });
    expect(shop.logs.matching('reports status "teleported"')).toHaveLength(1);
  });

  it('takes over what a dead worker had claimed, when its lease has run out (scenario P2)', async () => {
    await shop.addOrder('U-4');
    await send({ orderId: 'U-4' });
    const leased = clock.now() + 30_000;
    await shop.dataSource.query(
      `UPDATE tillbridge_notification SET attempts = 1, due_at = ${leased}, lease_until = ${leased}, lease_token = 'dead' WHERE order_id = 'U-4'`,
    );
    await shop.drain();
    expect(await shop.payments.orders.find('U-4')).toMatchObject({ paid: false });
    clock.advance(30_000);
    await shop.drain();
    expect(await shop.payments.orders.find('U-4')).toMatchObject({ paid: true });
  });

  it('leaves the last word to the process that took a notification over', async () => {
    await shop.addOrder('U-7');
    await send({ orderId: 'U-7' });
    await shop.drain();
    await send({ orderId: 'U-7', status: 'void' }, 1);
    const leaseOf =
      "UPDATE tillbridge_notification SET lease_token = 'another' WHERE order_id = 'U-7' AND state = 'pending'";
    service.script((response, call) => {
      const voided = truth({ orderId: 'U-7', status: 'void' }, 2);
      void shop.dataSource.query(leaseOf).then(() => voided(response, call));
    });
    await shop.drain();
    expect(await shop.payments.orders.find('U-7')).toMatchObject({ status: 'completed' });
    expect(await stateOf('U-7')).toEqual(['done', 'pending']);
    expect(await shop.count("tillbridge_notification WHERE lease_token = 'another'")).toBe(1);
    await shop.dataSource.query("UPDATE tillbridge_notification SET state = 'done' WHERE order_id = 'U-7'");
  });

  it('reads the order when a signed body does not name it', async () => {
    await shop.addOrder('U-5');
    await shop.notify({ orderId: 'U-5', body: '{"status":"cancelled","payment_details":{}}', at: clock.now() });
    service.script(truth({ orderId: 'U-5' }));
    await shop.drain();
    expect(service.log).toEqual(['GET /v1/json/orders/U-5']);
    expect(await shop.payments.orders.find('U-5')).toMatchObject({ paid: true });
  });
});
