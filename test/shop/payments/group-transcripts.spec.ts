import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Money as Amount } from 'tillbridge';
import { json, type Reply } from '../../support/scripted-service.js';
import { TranscriptShop } from '../orders/support/transcript-shop.js';

describe('what a shop asks of one terminal group', () => {
  let stage: TranscriptShop;
  let five: Amount;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
    five = (await import('tillbridge')).Money.of('5.00', 'EUR');
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const group = () => stage.shop.payments.group('till');
  /** Nothing but the name of an order that is read. */
  const nothing: Reply = (response, call) => {
    const [, id] = /^\/v1\/json\/orders\/([^/?]+)$/.exec(call.url) ?? [];
    const data = call.method === 'GET' && id !== undefined ? { order_id: id } : [];
    json(200, { success: true, data })(response, call);
  };

  test('about an order with two attempts, of which the first is paid', async () => {
    const now = stage.clock.now();
    await stage.shop.addOrder('A', 1_250, 'till', now);
    await stage.addAttempt('A', 2, { group_name: 'till' });
    await stage.shop.addOrder('A', 1_250, 'web', now);
    await stage.observe([{ orderId: 'A', group: 'till' }]);
    const by = { by: 'ann', why: 'the customer asks' };
    const calls: Record<string, () => unknown> = {
      get: async () => (await group().orders.get('A')).amount,
      receipt: async () => (await group().orders.receipt('A')).printed_on,
      update: () => group().orders.update('A', { invoiceId: 'I-1' }),
      ship: () => group().orders.ship('A', { trackTraceCode: 'T-1' }),
      cancel: () => group().orders.cancel('A', { session: 'terminal' }),
      capture: () => group().orders.capture('A', { amount: five, newOrderId: 'A_1' }),
      cancelReservation: () => group().orders.cancelReservation('A', { reason: 'sold out' }),
      find: async () => (await group().orders.find('A'))?.group,
      findByReference: () => group().orders.findByReference('PO-1'),
      settle: async () => (await group().orders.settle('A', { leastGapMs: 1 })).paid,
      settlesWithin: () => group().orders.settlesWithin('A'),
      sync: async () => (await group().orders.sync('A', by)).group,
      acknowledge: async () => (await group().orders.acknowledge('A', by)).group,
      erase: () => group().orders.erase('A', by),
      timeline: async () => (await group().orders.timeline('A')).length,
    };
    const transcript = await stage.transcript(async (written) => {
      for (const [name, call] of Object.entries(calls)) {
        stage.service.script(nothing, nothing);
        await written.step(name, call);
      }
    });
    expect(transcript).toMatchSnapshot();
    await stage.query('DELETE FROM tillbridge_decision');
  });

  test('about refunds, and about its account', async () => {
    const now = stage.clock.now();
    await stage.shop.addOrder('A', 1_250, 'till', now);
    await stage.observe([{ orderId: 'A', group: 'till' }]);
    const { refunds, transactions, tokens, orders: _orders, reconcile, ...account } = group();
    const by = { by: 'ann', why: 'a test' };
    const card = { reference: 'shopper-1', token: 'token-1' };
    const asked = async () => (await refunds.findByKey('k1'))!.id;
    const calls: Record<string, () => unknown> = {
      request: async () => (await refunds.request({ orderId: 'A', amount: five, reason: 'returned', key: 'k1' })).state,
      remaining: () => refunds.remaining('A'),
      'find by key': async () => (await refunds.findByKey('k1'))?.state,
      find: async () => (await refunds.find(await asked()))?.group,
      'find elsewhere': async () => stage.shop.payments.group('web').refunds.find(await asked()),
      list: async () => (await refunds.list({ limit: 1 })).items.length,
      upcoming: () => refunds.upcoming(),
      lane: () => refunds.lane(),
      pauseLane: () => refunds.pauseLane(by),
      resumeLane: () => refunds.resumeLane(by),
      evidence: async () => (await refunds.evidence(await asked())).length,
      decisions: async () => refunds.decisions(await asked()),
      cancel: async () => (await refunds.cancel(await asked(), by)).state,
      'one transaction': async () => (await transactions.get('7')).amount,
      transactions: async () => {
        for await (const { type } of transactions.list({ limit: 1 })) return type;
        return 'none';
      },
      'stored cards': () => tokens.list('shopper-1'),
      'a stored card': () => tokens.get(card),
      'a stored card is changed': () => tokens.update(card, { expiryDate: '2912' }),
      'a stored card is deleted': () => tokens.delete(card),
      methods: () => account.paymentMethods({ country: 'NL' }),
      gateways: () => account.gateways(),
      terminals: () => account.terminals('12'),
      'terminal groups': () => account.terminalGroups(),
      issuers: () => account.issuers('IDEAL'),
      'api token': () => account.apiToken(),
      'any request': () => account.request({ method: 'GET', path: '/v1/json/anything' }),
      reconcile: async () => (await reconcile({ from: now - 60_000, to: now, dryRun: true, ...by })).group,
    };
    const transcript = await stage.transcript(async (written) => {
      for (const [name, call] of Object.entries(calls)) {
        stage.service.script(nothing, nothing);
        await written.step(name, call);
      }
    });
    expect(transcript).toMatchSnapshot();
    for (const table of ['refund_evidence', 'refund_watch', 'refund', 'decision', 'lane'])
      await stage.query(`DELETE FROM tillbridge_${table}`);
  });
});
