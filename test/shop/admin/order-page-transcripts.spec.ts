import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { orderBody } from 'tillbridge/testing';
import { Money } from '../../../src/protocol/index.js';
import { OrderDetailsService, OrderMoneyReader } from '../../../src/shop/admin/index.js';
import { customerOf } from '../../../src/shop/admin/order-customer.js';
import { Timeline } from '../../../src/shop/admin/timeline/timeline.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import type { Transactions } from '../../../src/database/engine/index.js';
import { EffectEntity } from '../../../src/shop/effects/index.js';
import { AttemptEntity, PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { AdminStage, HOUR, NOON, paidBy, received, SECOND } from './admin-stage.js';

const eur = (amount: number): Money => Money.ofMinor(amount, 'EUR');

describe('what a shop knows of one order', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const details = () => stage.shop.app.get(OrderDetailsService);
  const row = (orderId: string) =>
    stage.shop.dataSource.manager.findOneByOrFail(PaymentOrderEntity, { group: 'web', orderId });

  const attempts = (orderId: string) =>
    stage.shop.dataSource.manager.find(AttemptEntity, { where: { group: 'web', orderId }, order: { number: 'ASC' } });

  /** One of which there is everything, beside another of the same id in another group. */
  const busy = async (): Promise<void> => {
    await stage.order('A', { ...paidBy(2), attempt: 2, createdAt: NOON - HOUR, attention: 'paid_twice' });
    const later = { serviceOrderId: 'A-2', number: 2, amount: 1300 };
    await stage.attempt('A', { ...later, createdAt: NOON - SECOND });
    await stage.order('A', { group: 'till' });
    await stage.order('B');
    for (const [index, state] of (['done', 'pending', 'parked', 'pending'] as const).entries())
      await stage.notification(`n${index}`, index === 3 ? 'A' : 'A-2', { state, receivedAt: NOON - 5 });
    await stage.notification('n5', 'A', { group: 'till', state: 'parked' });
    await stage.effect('sends', 'A', { createdAt: NOON });
    await stage.effect('fails', 'A', { state: 'dead', attempts: 13, lastError: 'no mail', doneAt: NOON + 9 });
    await stage.effect('foreign', 'A', { group: 'till', state: 'dead' });
    await stage.effect('of another', 'B', { state: 'dead' });
    await stage.poll('A', { dueAt: NOON + 2 * HOUR, polledAt: NOON - 1, reason: 'unreadable' });
    await stage.poll('A-2', { dueAt: NOON + HOUR });
    await stage.poll('B', { dueAt: NOON + 1 });
    await stage.refund('r2', 'A', { state: 'manual', createdAt: NOON + 2, serviceOrderId: 'A-2' });
    await stage.refund('r1', 'A', { state: 'accepted', createdAt: NOON + 1, askedBy: 'bea' });
    await stage.refund('r3', 'A', { group: 'till', key: 'k3' });
  };

  test('all of an order', async () => {
    await busy();
    const transcript = await stage.transcript(async (written) => {
      const text = (amount: Money): string => `EUR ${amount.amount / 100}`;
      await written.step('the page of the order', () => details().of({ group: 'web', orderId: 'A' }, text));
      await written.step('without a group', () => details().of({ orderId: 'A' }));
      await written.step('of one that is there once', async () => {
        const { headline, attempts } = (await details().of({ orderId: 'B' }))!;
        return { headline, attempts };
      });
      await written.step('of none', () => details().of({ group: 'till', orderId: 'B' }));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what happened in one instant is told as it was written, in whatever order the database keeps it', async () => {
    await stage.order('A', { ...paidBy(1), createdAt: NOON });
    await stage.attempt('A', { serviceOrderId: 'A-2', number: 2, createdAt: NOON });
    for (const n of [3, 1, 2]) {
      await stage.notification(`n${n}`, n === 1 ? 'A-2' : 'A', { keyId: `${n}` });
      await stage.observation(`o${n}`, 'A', { rawStatus: `${n}` });
      await stage.transition(`t${9 - n}`, 'A', { version: n, kind: `kind ${n}` });
      await stage.refund(`r${n}`, 'A', { amount: n });
      await stage.evidence(`e${n}`, `r${n}`, { at: NOON });
      await stage.effect(`s${n}`, 'A', { state: 'done', attempts: n, doneAt: NOON });
      await stage.decision(`d${n}`, 'A', { why: `${n}` });
    }
    const entries = await stage.shop.app.get(Timeline).of(await row('A'), await attempts('A'));
    expect(
      entries.map(({ text, kind, details }) => (kind === 'notification' ? `Notification ${details['id']}` : text)),
    ).toMatchSnapshot();
  });

  test('its polls: one that is over is not waited for', async () => {
    await stage.order('A', { createdAt: NOON - HOUR });
    await stage.attempt('A', { serviceOrderId: 'A-2', number: 2 });
    await stage.poll('A', { state: 'done', dueAt: NOON + 1, polledAt: NOON - 1, reason: 'unreadable' });
    const transcript = await stage.transcript(async (written) => {
      const page = (title: string) =>
        written.step(title, async () => {
          const { headline, attempts } = (await details().of({ group: 'web', orderId: 'A' }))!;
          return { headline, polls: attempts.map(({ poll }) => poll) };
        });
      await page('no poll is due');
      await stage.poll('A-2', { dueAt: NOON + HOUR });
      await page('one is due');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the customer, out of the newest notification', async () => {
    await stage.order('A');
    await stage.attempt('A', { serviceOrderId: 'A-2', number: 2 });
    await stage.order('B');
    const bodyOf = (fields: object) =>
      Buffer.from(JSON.stringify(orderBody({ orderId: 'A', amount: 1250, at: NOON, fields: { ...fields } })));
    const customers: [string, Record<string, unknown>][] = [
      ['only a last name', { customer: { last_name: 'Example' }, payment_details: { type: 'IDEAL' } }],
      ['the holder of the account', { customer: {}, payment_details: { account_holder_name: 'A. Example' } }],
      ['a card', { customer: { email: 'ann@example.org' }, payment_details: { last4: '4242' } }],
      ['an account and a card', { customer: {}, payment_details: { account_iban: 'NL00123456', last4: '4242' } }],
      ['nothing', { customer: {}, payment_details: { type: 'IDEAL' } }],
    ];
    const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
    const transcript = await stage.transcript(async (written) => {
      const customer = (title: string) =>
        written.step(title, () => transactions.run((tx) => customerOf(tx, 'web', ['A', 'A-2'])));
      await customer('none has come');
      for (const [index, [title, fields]] of customers.entries()) {
        const from = { receivedAt: NOON + index, body: bodyOf(fields) };
        await stage.notification(`n${index}`, index % 2 === 0 ? 'A' : 'A-2', from);
        await customer(title);
      }
      const newest = { receivedAt: NOON + 9, body: bodyOf(customers[0]![1]) };
      await stage.notification('other-group', 'A', { group: 'till', ...newest });
      await stage.notification('not-done', 'A', { state: 'pending', ...newest });
      await stage.notification('other-order', 'B', newest);
      await customer('what is not of it, or not done');
      await stage.notification('a-tie', 'A', { receivedAt: NOON + 4, body: bodyOf(customers[0]![1]) });
      await stage.notification('z-tie', 'A', { receivedAt: NOON + 4, body: bodyOf(customers[1]![1]) });
      await customer('several at the same time');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('its story: what came first stands first, and causes before what they led to', async () => {
    await stage.order('A', { createdAt: NOON, erasedAt: NOON + 50, description: '' });
    await stage.attempt('A', { serviceOrderId: 'A-2', number: 2, amount: 1300, createdAt: NOON + 1 });
    await stage.order('B', { createdAt: NOON - 1 });
    for (const [index, state] of (['pending', 'done', 'unmatched', 'parked', 'erased'] as const).entries())
      await stage.notification(`n${index}`, index % 2 === 0 ? 'A' : 'A-2', { state, receivedAt: NOON + 10 - index });
    const known = ['duplicate', 'stale', 'ignored', 'ask', 'update', 'transition', 'failed', 'parked'] as const;
    // One that a later release stored.
    const decisions = [...known, 'other' as (typeof known)[number]];
    for (const [index, decision] of decisions.entries())
      await stage.observation(`o${index}`, 'A', {
        decision,
        observedAt: NOON + 5,
        rawStatus: index === 0 ? null : 'completed',
      });
    const kinds = ['completed', 'paid_twice', 'refund_accepted', 'refund_elsewhere', 'refund_manual'];
    for (const [index, kind] of kinds.entries())
      await stage.transition(`t${index}`, 'A', { kind, version: index + 1, recordedAt: NOON + 5 });
    for (const phase of ['transaction', 'commit'] as const)
      await stage.shop.dataSource.manager.insert(EffectEntity, {
        group: 'web',
        orderId: 'A',
        transitionId: 't0',
        effect: `Mailer.${phase}`,
        phase,
        recordedAt: NOON + 5,
      });
    await stage.effect('waits', 'A', { createdAt: NOON + 5 });
    await stage.effect('done', 'A', { state: 'done', attempts: 2, createdAt: NOON + 5, doneAt: NOON + 7 });
    await stage.effect('untimed', 'A', { state: 'done', attempts: 1, createdAt: NOON + 5 });
    await stage.effect('dead', 'A', { state: 'dead', attempts: 1, createdAt: NOON + 5, doneAt: NOON + 7 });
    await stage.effect('dead-often', 'A', { state: 'dead', attempts: 13, createdAt: NOON + 5 });
    await stage.effect('discarded', 'A', { state: 'discarded', createdAt: NOON + 5 });
    await stage.refund('r1', 'A', { askedBy: 'bea', createdAt: NOON + 5 });
    await stage.refund('r2', 'A', { origin: 'elsewhere', state: 'accepted', createdAt: NOON + 5 });
    await stage.refund('r3', 'A', { origin: 'chargeback', state: 'accepted', createdAt: NOON + 5 });
    await stage.refund('r4', 'A', { createdAt: NOON + 4 });
    await stage.refund('r5', 'B', { createdAt: NOON + 4 });
    await stage.evidence('e1', 'r1', { at: NOON + 6, code: '1006', httpStatus: 404, outcome: 'rejected' });
    await stage.evidence('e2', 'r1', { at: NOON + 6, kind: 'intent', outcome: 'sent' });
    await stage.evidence('e3', 'r1', { at: NOON + 6, kind: 'decision', outcome: 'paid' });
    await stage.evidence('e4', 'r5', { at: NOON + 6 });
    const abouts = ['effect', 'notification', 'order', 'refund', 'batch', 'group'] as const;
    for (const [index, about] of abouts.entries()) {
      await stage.decision(`d${index}`, index % 2 === 0 ? 'A' : 'A-2', { about, decidedAt: NOON + 5, subjectId: 's' });
      await stage.decision(`w${index}`, 'A', { about, decidedAt: NOON + 5, subject: `what ${about} it was` });
    }
    await stage.decision('foreign', 'A', { group: 'till' });
    const transcript = await stage.transcript(async (written) => {
      const story = async (orderId: string) =>
        stage.shop.app.get(Timeline).of(await row(orderId), await attempts(orderId));
      await written.step('the story of the order', () => story('A'));
      await written.step('the story of another', () => story('B'));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('its money, and whether a surplus is still what someone saw', async () => {
    await stage.order('A', paidBy(1));
    await stage.order('B', { ...paidBy(1), amount: 1000 });
    await stage.order('B', { group: 'till' });
    const reader = stage.shop.app.get(OrderMoneyReader);
    const moneyOf = async (orderId: string) => reader.of(await row(orderId), await attempts(orderId));
    const transactions = stage.shop.app.get<Transactions>(TRANSACTIONS);
    await stage.shop.dataSource.query(`UPDATE tillbridge_attempt SET amount = 1250`);
    const transcript = await stage.transcript(async (written) => {
      const current = (title: string, seen: { key: string; next: Money }, orderId = 'B') =>
        written.step(title, () => transactions.run((tx) => reader.isCurrent(tx, { group: 'web', orderId }, seen)));
      await written.step('nothing is too much', () => moneyOf('A'));
      await written.step('something is', () => moneyOf('B'));
      await current('as it was seen', { key: 'surplus-B-0', next: eur(250) });
      await current('another amount', { key: 'surplus-B-0', next: eur(249) });
      await current('another refund', { key: 'surplus-B-1', next: eur(250) });
      await current('of one that has none', { key: 'surplus-A-0', next: eur(250) }, 'A');
      await current('of an order that has gone', { key: 'surplus-B-0', next: eur(250) }, 'gone');
      await stage.refund('r1', 'B', { key: 'surplus-B-0', amount: 250 });
      await written.step('its refund is on its way', () => moneyOf('B'));
      await current('by one who saw it before', { key: 'surplus-B-0', next: eur(250) });
      await current('by one who would refund it again', { key: 'surplus-B-1', next: eur(250) });
      const tips = [received(1, 1250, 50), received(2, 0, 7), { ...received(2, 0, 900), standing: false }];
      await stage.shop.dataSource.manager.update(
        PaymentOrderEntity,
        { group: 'web', orderId: 'B' },
        { amount: 900, received: tips },
      );
      await written.step('a tip is not too much', () => moneyOf('B'));
    });
    expect(transcript).toMatchSnapshot();
  });
});
