import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { ReconcileRequest } from 'tillbridge';
import { ForeignOrders } from '../../../src/shop/admin/index.js';
import { ListComparison } from '../../../src/shop/admin/reconciliation/list-comparison.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { formatServiceTime, readListedTransaction } from '../../../src/protocol/index.js';
import { json, refusal, type Reply } from '../../support/scripted-service.js';
import { AdminStage, ANN, answer, HOUR, NOON, paidBy, SECOND } from './admin-stage.js';

const DAY = 24 * HOUR;
const FROM = NOON - DAY;

/** An item of the list, as on the wire. */
const item = (order_id: string | null, change: Record<string, unknown> = {}, at = NOON - HOUR) => ({
  transaction_id: `t-${order_id}`,
  order_id,
  type: 'payment',
  status: 'completed',
  financial_status: 'completed',
  amount: 1250,
  currency: 'EUR',
  created: formatServiceTime(at),
  ...change,
});
const page = (items: readonly unknown[], after: string | null = null): Reply =>
  json(200, { success: true, data: items, pager: { cursor: { after, before: null } } });

describe('what a shop does when it compares its orders with the list of the service', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const reconcile = (change: Partial<ReconcileRequest> = {}) =>
    stage.shop.payments.reconcile({ group: 'web', from: FROM, to: NOON, ...ANN, ...change });
  const add = (id: string, createdAt: number, change = {}) => stage.order(id, { createdAt, ...change });

  test('each difference is read, and what became of it is told', async () => {
    await add('PAID', NOON - HOUR);
    await add('SAME', NOON - HOUR, paidBy(1, 't-SAME'));
    await add('LESS', NOON - HOUR, { amount: 999 });
    await add('REFUSED', NOON - HOUR);
    await add('LOCKED', NOON - HOUR);
    await add('GONE', NOON - HOUR, paidBy(1));
    await add('FOUND', NOON - HOUR + 1, paidBy(1));
    await add('OVER', NOON - HOUR + 2, paidBy(1));
    await add('CLOSED', NOON - HOUR + 3, paidBy(1));
    await add('GONE', NOON - HOUR, { ...paidBy(1), group: 'till' });
    await add('LIVE', NOON - HOUR, { ...paidBy(1), mode: 'live' });
    await add('UNPAID', NOON - HOUR);
    const items = [item('PAID'), item('SAME'), item('LESS'), item('REFUSED', { status: 'declined' })];
    const others = [item('LOCKED'), item('STRANGER'), item(null), item('COST', { type: 'cost' })];
    const transcript = await stage.transcript(async (written) => {
      stage.service.script(
        page([...items, ...others]),
        answer('PAID', { transactionId: 't-PAID' }),
        answer('LESS'),
        answer('REFUSED', { status: 'declined', transactionId: 't-REFUSED' }),
        refusal(1032, 401),
        refusal(1032, 401),
        answer('OVER', { status: 'cancelled' }),
        answer('FOUND', { transactionId: '701' }),
        refusal(1006),
      );
      const reported: unknown[] = [];
      const onDifference = ({ kind, serviceOrderId }: { kind: string; serviceOrderId: string | null }) =>
        void reported.push([kind, serviceOrderId]);
      const onProgress = (progress: unknown) => void reported.push(progress);
      await written.step('a day is compared', () => reconcile({ onDifference, onProgress }));
      await written.step('what was told', () => reported);
      await written.step('what was asked for', () => stage.service.log);
      await written.rows('decision');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a time: its beginning counts, its end does not; orders are absent as far as the list has come', async () => {
    for (const [id, at] of Object.entries({
      before: FROM - 1,
      first: FROM,
      'near-page-2': NOON - 2 * HOUR - 300_001,
      'near-page-1': NOON - 2 * HOUR + 300_000,
      last: NOON - 1,
      after: NOON,
    }))
      await add(id, at, paidBy(1));
    const transcript = await stage.transcript(async (written) => {
      const onProgress = (progress: unknown) => void reported.push(progress);
      const reported: unknown[] = [];
      const brief = async (change: Partial<ReconcileRequest> = {}) => {
        const { differences, ...report } = await reconcile({ dryRun: true, onProgress, ...change });
        return { ...report, differences: differences.map((each) => `${each.kind} ${each.serviceOrderId}`) };
      };
      const pages = () => [
        page([item('T', {}, NOON), item('L', {}, NOON - SECOND), item('M', {}, NOON - 2 * HOUR)], 'two'),
        page([item('F', {}, FROM), item('B', {}, FROM - SECOND), item('after', {}, FROM - 2 * SECOND)], 'three'),
      ];
      stage.service.script(...pages());
      await written.step('two pages, of which the second is older than the time', () => brief());
      stage.service.script(pages()[0]!);
      await written.step('it is stopped after the first', () => brief({ signal: AbortSignal.abort() }));
      stage.service.script(pages()[0]!, page([], 'two'));
      await written.step('the list ends early', () => brief());
      stage.service.script(pages()[0]!, page([item('M', {}, NOON - 2 * HOUR)], 'two'));
      await written.step('the list would not end', () => brief());
      await written.step('what was told', () => reported);
      await written.step('what was asked for', () => stage.service.log);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what cannot be asked for', async () => {
    const transcript = await stage.transcript(async (written) => {
      const ask = (title: string, change: Partial<ReconcileRequest>) => written.step(title, () => reconcile(change));
      stage.service.script();
      await ask('no time', { from: NOON, to: NOON });
      await ask('a time of no clock', { from: -1, to: 8_640_000_000_000_001 });
      await ask('a time between two', { from: 0.5, to: NOON });
      await ask('no one and no reason', { by: ' ', why: '' });
      await ask('more than fits', { by: 'x'.repeat(121), why: 'x'.repeat(501) });
      const wide = { by: 'x'.repeat(120), why: '😀'.repeat(500), from: 0, to: 8_640_000_000_000_000 };
      await ask('as much as fits, of a group that is unknown', { ...wide, group: 'none' });
      await ask('an instant', { from: NOON - 1, to: NOON, group: 'none' });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('refunds, and what other shops have on the same account', async () => {
    await add('A', NOON - HOUR, { ...paidBy(1, 't-A'), amountRefunded: 300 });
    await stage.refund('ours', 'A', { tag: 'r-ours', serviceRefundId: '901' });
    await stage.refund('named', 'A', { tag: 'r-named', serviceRefundId: '902' });
    await stage.refund('foreign', 'A', { group: 'till', tag: 'r-till', serviceRefundId: '903' });
    const back = (order_id: string, change = {}) => item(order_id, { type: 'refund', amount: 200, ...change });
    const items = [
      back('r-ours', { transaction_id: '1' }),
      back('other', { transaction_id: '902' }),
      back('r-till', { transaction_id: '903' }),
      back('A', { transaction_id: '2' }),
      back('A', { transaction_id: '3', status: 'declined' }),
      back('A', { transaction_id: '4', amount: 100 }),
      back('A', { transaction_id: '5', amount: 1 }),
      item('A', { type: 'chargeback', transaction_id: '6' }),
      item('w-1'),
      item('s-1'),
      item('A', { created: null }),
    ].map(readListedTransaction);
    const { manager } = stage.shop.dataSource;
    const transcript = await stage.transcript(async (written) => {
      const compare = (title: string, ids: { orderIdPrefix: string; otherPrefixes: readonly string[] }) =>
        written.step(title, async () => {
          const plan = { group: 'web', from: FROM, to: NOON, timeZone: 'Europe/Amsterdam', ids };
          const comparison = new ListComparison(plan);
          const found = await comparison.page(manager, items);
          const { listed, foreign, comparedDownTo, isPast } = comparison;
          const facts = found.map(({ kind, serviceOrderId, there }) => ({ kind, serviceOrderId, there }));
          return { listed, foreign, comparedDownTo, isPast, facts };
        });
      await compare('no prefix', { orderIdPrefix: '', otherPrefixes: [] });
      await compare('another group has one', { orderIdPrefix: '', otherPrefixes: ['s-'] });
      await compare('this group has one', { orderIdPrefix: 'w-', otherPrefixes: ['s-'] });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('how long an order is remembered after the list has shown it', async () => {
    const { manager } = stage.shop.dataSource;
    const ids = { orderIdPrefix: '', otherPrefixes: [] };
    const plan = { group: 'web', from: FROM - 9 * DAY, to: NOON, timeZone: 'Europe/Amsterdam', ids };
    const comparison = new ListComparison(plan);
    const transcript = await stage.transcript(async (written) => {
      const show = (title: string, items: readonly object[]) =>
        written.step(title, async () => {
          await comparison.page(manager, items.map(readListedTransaction));
          const { comparedDownTo, isPast } = comparison;
          comparison.forgetAfter(comparedDownTo);
          return { seen: ['A', 'B', 'C', 'D'].filter((id) => comparison.hasSeen(id)), comparedDownTo, isPast };
        });
      const at = (id: string, time: number) => item(id, {}, time);
      await show('two', [at('A', NOON - HOUR), at('B', NOON - HOUR - SECOND)]);
      await show('a day after the second', [at('C', NOON - HOUR - SECOND - DAY)]);
      await show('and a second', [at('D', NOON - HOUR - 2 * SECOND - DAY)]);
      await show('one of them once more', [at('C', NOON - HOUR - SECOND - 2 * DAY), at('B', NOON - 3 * DAY)]);
      await show('to the beginning', [at('D', FROM - 9 * DAY)]);
      await show('beyond it', [at('D', FROM - 9 * DAY - SECOND)]);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('whether an account is used by another shop, too', async () => {
    await add('KNOWN', NOON);
    const group = stage.shop.app.get(TerminalGroups).get('web');
    const foreign = stage.shop.app.get(ForeignOrders);
    const transcript = await stage.transcript(async (written) => {
      stage.service.script(page([item('KNOWN'), item('X'), item('X'), item(null), item('s-1')], 'more'));
      await written.step('without a prefix', () => foreign.of({ ...group, otherPrefixes: ['s-'] }));
      stage.service.script(page([]));
      await written.step('nothing was paid', () => foreign.of(group));
      await written.step('what was asked for', () => stage.service.log);
      await written.step('with a prefix', () => foreign.of({ ...group, orderIdPrefix: 'w-' }));
    });
    expect(transcript).toMatchSnapshot();
  });
});
