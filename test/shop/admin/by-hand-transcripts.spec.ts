import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { DecisionLog, OrderAdminService, OrderRecheck } from '../../../src/shop/admin/index.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { refusal } from '../../support/scripted-service.js';
import { AdminStage, ANN, answer, HOUR, NOON, SECOND } from './admin-stage.js';

describe('what a shop does when people work with orders by hand', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const admin = () => stage.shop.app.get(OrderAdminService);
  const recheck = () => stage.shop.app.get(OrderRecheck);
  const log = () => stage.shop.app.get(DecisionLog);
  const row = (orderId: string, group = 'web') =>
    stage.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { group, orderId });

  test('an order is synced: all its attempts are read, and one that is known is enough', async () => {
    await stage.order('A');
    await stage.attempt('A', { serviceOrderId: 'A-2', number: 2, createdAt: NOON + SECOND });
    await stage.order('A', { group: 'till' });
    const order = await row('A');
    const transcript = await stage.transcript(async (written) => {
      stage.service.script(refusal(1006), answer('A-2', { status: 'initialized', transactionId: null }));
      await written.step('the first attempt is not known there', () => admin().sync(order, ANN));
      stage.service.script(refusal(1006), refusal(1006, 404));
      await written.step('none is known there', () => admin().sync(order, ANN, 'sweep'));
      stage.service.script(refusal(1032, 401));
      await written.step('the service refuses the key', () => admin().sync(order, ANN));
      await written.rows('decision', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('an order is corrected without a word to handlers', async () => {
    await stage.order('A');
    const order = await row('A');
    const transcript = await stage.transcript(async (written) => {
      stage.service.script(answer('A'));
      await written.step('it is corrected', () => admin().correct(order, ANN));
      await written.work('effects');
      await written.rows('decision', 'order', 'outbox', 'transition');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('an order that changes while it is read is read three times at most', async () => {
    await stage.order('A');
    const order = await row('A');
    const transcript = await stage.transcript(async (written) => {
      // Without an amount nothing can be decided.
      const vague = () => answer('A', { fields: { amount: null } });
      stage.service.script(vague(), vague(), vague(), vague());
      await written.step('it stays vague', () => admin().sync(order, ANN));
      stage.service.script(vague(), answer('A'));
      await written.step('it is clear the second time', () => admin().sync(order, ANN));
      await written.step('calls that were made', () => stage.service.log);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what called for a person is acknowledged once', async () => {
    await stage.order('A', { attention: 'paid_after_cancel' });
    await stage.order('A', { group: 'till', attention: 'paid_twice' });
    await stage.order('B', { attention: 'paid_twice' });
    const order = await row('A');
    const transcript = await stage.transcript(async (written) => {
      await written.step('it is acknowledged', () => admin().acknowledge(order, ANN));
      await written.step('and again', () => admin().acknowledge(order, ANN));
      await written.step('of an order that has gone', () => admin().acknowledge({ ...order, orderId: 'gone' }, ANN));
      await written.rows('decision', 'order');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('an order is erased, as far as it is at rest', async () => {
    const paid = { status: 'completed', paidAt: NOON } as const;
    for (const id of ['A', 'B']) {
      await stage.order(id, id === 'A' ? paid : {});
      await stage.notification(`${id}-done`, id);
      await stage.notification(`${id}-open`, id, { state: 'pending', dueAt: NOON + HOUR });
      await stage.notification(`${id}-stuck`, id, { state: 'parked', lastError: 'the shelf fell down' });
      await stage.refund(`${id}-1`, id, { state: 'settled', askedBy: 'bea' });
      await stage.shop.dataSource.query(`UPDATE tillbridge_attempt SET payment_url = 'http://pay', session_id = 's'`);
    }
    await stage.refund('B-2', 'B', { state: 'queued', askedBy: 'bea' });
    await stage.order('A', { group: 'till' });
    const [one, other] = [await row('A'), await row('B')];
    const transcript = await stage.transcript(async (written) => {
      await written.step('one that is at rest', () => admin().erase(one, ANN));
      await written.step('one that is not', () => admin().erase(other, ANN));
      await written.step('one that has gone', () => admin().erase({ ...one, orderId: 'gone' }, ANN));
      await written.rows('decision', 'order', 'attempt', 'notification', 'refund');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('orders that stand as authorised since before an upgrade are listed and read', async () => {
    const standing = { status: 'authorised' } as const;
    await stage.order('B', { ...standing, createdAt: NOON - 2 * HOUR });
    await stage.order('A', { ...standing, createdAt: NOON - HOUR });
    await stage.order('C', { ...standing, createdAt: NOON - HOUR });
    await stage.order('D', { ...standing, mode: 'live', createdAt: NOON });
    await stage.order('E', { ...standing, createdAt: NOON + 1 });
    await stage.order('T', { ...standing, group: 'till', createdAt: NOON - 3 * HOUR });
    await stage.order('KNOWN', { ...standing, serviceStatus: 'completed' });
    await stage.order('PAID', { status: 'completed' });
    const held = { financialStatus: 'initialized', fields: { payment_details: { type: 'PAYPAL', capture: 'manual' } } };
    const transcript = await stage.transcript(async (written) => {
      await written.step('the shop starts', () => recheck().onApplicationBootstrap());
      await written.step('they are counted', () => recheck().count());
      await written.step('all are listed', () => recheck().list());
      await written.step('those of one group are listed', () => recheck().list('till'));
      stage.service.script(answer('B'), answer('A', held), refusal(1006), refusal(1032, 401));
      const done: number[] = [];
      const options = { group: 'web', onProgress: (count: number) => void done.push(count) };
      await written.step('those of the web are read', () => recheck().apply(ANN, options));
      await written.step('how it went on', () => done);
      await written.work('effects');
      await written.rows('order', 'decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('orders are corrected in silence until someone says stop', async () => {
    const standing = { status: 'authorised' } as const;
    await stage.order('A', { ...standing, createdAt: NOON - HOUR });
    await stage.order('B', { ...standing });
    const transcript = await stage.transcript(async (written) => {
      const abort = new AbortController();
      stage.service.script(answer('A'));
      const options = { silent: true, signal: abort.signal, onProgress: () => abort.abort() };
      await written.step('it is stopped after the first', () => recheck().apply(ANN, options));
      stage.service.script(answer('B', { financialStatus: 'initialized' }));
      await written.step('it goes on', () => recheck().apply(ANN, { silent: true }));
      await written.step('nothing is left', () => recheck().apply(ANN));
      await written.step('the shop starts again', () => recheck().onApplicationBootstrap());
      await written.rows('order', 'outbox', 'transition');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what people decided is listed page by page', async () => {
    const times = [NOON + 2, NOON, NOON + 1, NOON + 1, NOON + 3];
    for (const [index, decidedAt] of times.entries()) {
      const by = index === 3 ? 'bea' : 'ann';
      await stage.decision(`d${index}`, 'A', { by, decidedAt, decision: index === 4 ? 'erased' : 'synced' });
    }
    const transcript = await stage.transcript(async (written) => {
      const page = (title: string, filter: Parameters<DecisionLog['page']>[0]) =>
        written.step(title, async () => {
          const { items, next, previous } = await log().page(filter);
          return { ids: items.map(({ id }) => id), next, previous };
        });
      await page('all', undefined);
      const first = await page('a page of two', { limit: 2 });
      const second = await page('the next two', { limit: 2, cursor: first!.next });
      await page('and back', { limit: 2, cursor: second!.previous });
      await page('those of one person', { by: 'bea' });
      await page('those of one kind', { decision: 'erased' });
      await page('those of one person and kind', { by: 'ann', decision: 'synced' });
      await page('those of a time: its beginning counts, its end does not', { from: NOON + 1, to: NOON + 3 });
      await written.step('one is recorded', () =>
        log().record(ANN, { group: 'web', orderId: 'A', about: 'order', decision: 'synced', subject: 'by phone' }),
      );
      await written.rows('decision');
    });
    expect(transcript).toMatchSnapshot();
  });
});
