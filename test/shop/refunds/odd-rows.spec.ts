import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { formatServiceTime } from '../../../src/protocol/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/inbox/notification.entity.js';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { json, refusal, type Reply } from '../../support/scripted-service.js';
import { DAY, MINUTE, RefundScript } from './support/refund-script.js';

let script: RefundScript;

beforeAll(async () => {
  script = await RefundScript.start();
});
beforeEach(() => script.forget());
afterAll(() => script.close());

const refunds = async (): Promise<string[]> => {
  const rows = await script.shop.dataSource.manager.find(RefundEntity, { order: { id: 'ASC' } });
  return rows.map(({ origin, state, amount, attempts }) => `${origin} ${state} ${amount}, sent ${attempts}`);
};

/** The service has no order under the id of a refund. */
const ofOrdersOnly =
  (shown: Reply): Reply =>
  (response, call) =>
    (call.url.includes('/orders/r-') ? refusal(1006) : shown)(response, call);

/** Time passes, and the service answers every read of an order so. @returns the calls that were no reads */
async function wait(minutes: number, shown: Parameters<typeof script.service.script>[0]): Promise<string[]> {
  const others: string[] = [];
  for (let minute = 0; minute < minutes; minute += 1) {
    script.clock.advance(MINUTE);
    script.service.script(...Array.from({ length: 10 }, () => ofOrdersOnly(shown)));
    await script.watches();
    await script.slots();
    others.push(...script.service.log.filter((call) => !call.startsWith('GET')));
  }
  return others;
}

describe('a refund without an answer, of which the service tells in an odd way', () => {
  it.each<[string, (row: Record<string, unknown>) => unknown]>([
    ['as a list with a gap', (row) => ({ 1: row })],
    ['as a list of one that is no list', (row) => row],
    ['as a row of a type that nobody knows', (row) => [{ ...row, type: 'reversal' }]],
    ['as an amount below zero', (row) => [{ ...row, amount: -1_000 }]],
  ])('%s is found, and not sent again', async (_title, shape) => {
    await script.paid('A');
    const { tag } = await script.unknown('r1', 'A');
    const row = { transaction_id: 77, type: 'refund', status: 'reserved', amount: 1_000, refund_order_id: tag };
    const shown = script.shown('A', [], { related_transactions: shape(row), amount_refunded: 1_000 });
    expect(await wait(40, shown)).toEqual([]);
    expect(await refunds()).toEqual(['shop accepted 1000, sent 1']);
  });
});

describe('a read that is answered with something else than the order', () => {
  const time = '2026-01-15T12:00:00';
  const odd: [string, unknown][] = [
    ['nothing', null],
    ['an empty object, as a proxy answers', {}],
    ['an empty list', []],
    ['a page', '<html>maintenance</html>'],
    ['a session without a payment', { costs: [], created: time, modified: time, status: 'initialized' }],
    ['another answer', { transaction_id: 700, refund_id: 901 }],
    ['an order without a status', { order_id: 'A', amount: 10_000, currency: 'EUR', related_transactions: [] }],
  ];
  const answer = (data: unknown): Reply => script.after(0, json(200, { success: true, data }));

  it.each(odd)('(%s) does not show that a refund in doubt is absent', async (_title, data) => {
    await script.paid('A');
    await script.unknown('r1', 'A');
    // Two reads and a quarter of an hour would have it sent again.
    expect(await wait(20, answer(data))).toEqual([]);
    expect(await refunds()).toEqual(['shop unknown 1000, sent 1']);
  });

  it.each(odd)('(%s) lets no refund leave', async (_title, data) => {
    await script.paid('A');
    await script.refund('r1', 'A', { lastCleanReadAt: null });
    expect(await wait(2, answer(data))).toEqual([]);
    expect(await refunds()).toEqual(['shop queued 1000, sent 0']);
    expect(await wait(5, script.shown('A', []))).toEqual(['POST /v1/json/orders/A/refunds']);
  });
});

describe('a refund without an answer, where the service shows something that cannot be read', () => {
  const odd: [string, Record<string, unknown>][] = [
    ['false for the list', { related_transactions: false }],
    ['a text for the list', { related_transactions: 'temporarily unavailable' }],
    ['a list of what is no object', { related_transactions: [5] }],
    ['a row of which nothing can be read', { related_transactions: [{ type: {}, amount: 'ten' }] }],
    ['a sum in words', { related_transactions: null, amount_refunded: 'EUR 10' }],
    ['a sum with a fraction', { related_transactions: null, amount_refunded: '10.00' }],
    ['a sum below zero', { related_transactions: null, amount_refunded: -1_000 }],
  ];

  it.each(odd)('%s, is not proved absent, and not sent again', async (_title, shown) => {
    await script.paid('A');
    await script.unknown('r1', 'A');
    expect(await wait(40, script.shown('A', [], { amount_refunded: 0, ...shown }))).toEqual([]);
    expect(await refunds()).toEqual(['shop unknown 1000, sent 1']);
  });

  it.each(odd)('%s, is not where the service is known to give tags back either', async (_title, shown) => {
    await script.paid('A');
    await script.unknown('r1', 'A');
    await script.spoil('UPDATE tillbridge_lane SET tags_echoed = 1');
    expect(await wait(40, script.shown('A', [], { amount_refunded: 0, ...shown }))).toEqual([]);
    expect(await refunds()).toEqual(['shop unknown 1000, sent 1']);
  });
});

describe('a refund without an answer, of which only the sum tells', () => {
  const sum = (amount: number) =>
    script.shown('A', [], { amount_refunded: amount, status: 'partial_refunded', related_transactions: null });

  it('is not sent again, and a person decides', async () => {
    await script.paid('A');
    await script.unknown('r1', 'A');
    expect(await wait(40, sum(1_000))).toEqual([]);
    expect(await refunds()).toEqual(['shop unknown 1000, sent 1']);
    script.clock.advance(DAY);
    expect(await wait(30, sum(1_000))).toEqual([]);
    expect(await refunds()).toEqual(['shop manual 1000, sent 1']);
  });

  it('is sent again where less went back than it is', async () => {
    await script.paid('A');
    await script.unknown('r1', 'A');
    expect(await wait(20, sum(999))).toEqual(['POST /v1/json/orders/A/refunds']);
  });
});

describe('a refund made elsewhere', () => {
  const CODES = ['eur', ' EUR', 'XXX', 'HRK', '', 'a whole sentence', 'JPY'];
  const kept = async () => {
    const { manager } = script.shop.dataSource;
    const [message] = await manager.find(NotificationEntity);
    const rows = (await manager.find(RefundEntity)).map(({ amount, currency }) => `${amount} ${currency}`);
    const left = await script.shop.payments.refunds.remaining('A', { group: 'web' });
    return [message?.state, message?.lastError, rows, left.toString()];
  };

  it.each(CODES)(
    'in the currency "%s" is money of its order: the row is kept, and the message applied',
    async (code) => {
      await script.paid('A');
      script.clock.advance(MINUTE);
      await script.notify('A', [{ id: '9', status: 'completed', currency: code }]);
      await script.shop.drain();
      expect(await kept()).toEqual(['done', null, ['1000 EUR'], '90.00 EUR']);
    },
  );

  it.each(CODES)('by the bank, in the currency "%s", is money of its order as well', async (code) => {
    await script.paid('A');
    script.clock.advance(MINUTE);
    await script.notify('A', [{ id: '9', type: 'chargeback', status: 'completed', currency: code }]);
    await script.shop.drain();
    expect(await kept()).toEqual(['done', null, ['1000 EUR'], '90.00 EUR']);
  });

  it('that is listed twice is one, and the order goes on', async () => {
    await script.paid('A');
    script.clock.advance(MINUTE);
    const twice = [
      { id: '9', status: 'reserved' },
      { id: '9', status: 'completed' },
    ];
    await script.notify('A', twice, 'web', { amount_refunded: 1_000 });
    await script.shop.drain();
    expect(await refunds()).toEqual(['elsewhere settled 1000, sent 0']);
    const [message] = await script.shop.dataSource.manager.find(NotificationEntity);
    expect(message).toMatchObject({ state: 'done', lastError: null });
  });

  it.each(['refund', 'chargeback'])(
    'bears an id that a %s of another order has, and is one of its own',
    async (type) => {
      for (const orderId of ['A', 'B']) {
        await script.paid(orderId);
        script.clock.advance(MINUTE);
        await script.notify(orderId, [{ id: '9', type, status: 'completed' }]);
      }
      await script.shop.drain();
      const { manager } = script.shop.dataSource;
      const states = (await manager.find(NotificationEntity)).map(({ state, lastError }) => [state, lastError]);
      expect(states).toEqual([
        ['done', null],
        ['done', null],
      ]);
      const left = ['A', 'B'].map((id) => script.shop.payments.refunds.remaining(id, { group: 'web' }));
      expect((await Promise.all(left)).map(String)).toEqual(['90.00 EUR', '90.00 EUR']);
      // Told again, it is not another one.
      script.clock.advance(MINUTE);
      await script.notify('B', [{ id: '9', type, status: 'completed' }]);
      await script.shop.drain();
      expect(await manager.count(RefundEntity)).toBe(2);
    },
  );

  it('bears the id of a chargeback of its order, and is one beside it', async () => {
    await script.paid('A');
    script.clock.advance(MINUTE);
    await script.notify('A', [
      { id: '9', status: 'completed' },
      { id: '9', type: 'chargeback', status: 'completed', amount: 500 },
    ]);
    await script.shop.drain();
    const [message] = await script.shop.dataSource.manager.find(NotificationEntity);
    expect(message).toMatchObject({ state: 'done', lastError: null });
  });

  it('of a captured part, which the reservation lists too, is one', async () => {
    const part = { attempt: 1, id: null, kind: 'part' as const, serviceOrderId: 'A_1', amount: 4_000, currency: 'EUR' };
    const received = [{ ...part, tip: 0, reported: 0, standing: true, modifiedAt: script.clock.now() }];
    await script.paid('A', { received });
    await script.refund('ours', 'A', { serviceOrderId: 'A_1', state: 'accepted', attempts: 1, serviceRefundId: '8' });
    script.clock.advance(MINUTE);
    const foreign = { serviceOrderId: 'A_1', origin: 'elsewhere' as const, tag: '9', serviceRefundId: '9' };
    await script.refund('theirs', 'A', { ...foreign, state: 'accepted', attempts: 0 });
    await script.notify('A', [{ id: '8' }, { id: '9', status: 'completed' }]);
    await script.shop.drain();
    expect(await refunds()).toEqual(['shop accepted 1000, sent 1', 'elsewhere settled 1000, sent 0']);
    const [message] = await script.shop.dataSource.manager.find(NotificationEntity);
    expect(message).toMatchObject({ state: 'done', lastError: null });
  });
});

describe('a sum that was told once, of a refund made elsewhere', () => {
  const report = async (fields: Record<string, unknown>) => {
    script.clock.advance(MINUTE);
    const shown = { related_transactions: null, ...fields };
    script.service.script(...Array.from({ length: 5 }, () => script.shown('A', [], shown)));
    await script.notify('A', [], 'web', shown);
    await script.shop.drain();
    const left = await script.shop.payments.refunds.remaining('A', { group: 'web' });
    return [left.toString(), await refunds()];
  };
  const GONE = ['60.00 EUR', ['elsewhere accepted 4000, sent 0']];
  const BACK = ['100.00 EUR', ['elsewhere cancelled 4000, sent 0']];
  const WORDS = ['completed', 'partial_refunded'];
  const odd: [string, unknown][] = [
    ['in words', 'EUR 40'],
    ['with a fraction', '40.00'],
    ['below zero', -4_000],
    ['as a list', [4_000]],
    ['as null', null],
    ['as nothing', ''],
    ['not at all', undefined],
  ];

  it.each(odd.flatMap(([how, sum]) => WORDS.map((status) => ({ how, sum, status }))))(
    'stays when it is told $how, of an order that is $status',
    async ({ sum, status }) => {
      await script.paid('A');
      expect(await report({ status, amount_refunded: 4_000 })).toEqual(GONE);
      expect(await report({ status, amount_refunded: sum })).toEqual(GONE);
      // A refund of ours that came to nothing before explains nothing of it.
      const before = {
        transaction_id: 5,
        type: 'refund',
        status: 'declined',
        amount: 4_000,
        modified: '2026-01-15T11:00:00',
      };
      expect(await report({ status, amount_refunded: sum, related_transactions: [before] })).toEqual(GONE);
      expect(await report({ status: 'completed', amount_refunded: 0 })).toEqual(BACK);
    },
  );

  it.each([null, undefined])(
    'is over once the order is no longer called refunded, also without a sum: %s',
    async (sum) => {
      await script.paid('A');
      expect(await report({ status: 'partial_refunded', amount_refunded: 4_000 })).toEqual(GONE);
      expect(await report({ status: 'completed', amount_refunded: sum })).toEqual(BACK);
    },
  );

  it.each([null, undefined])('is less by what an answer without a sum (%s) shows to be off', async (sum) => {
    await script.paid('A');
    const row = { transaction_id: 5, type: 'refund', amount: 1_000 };
    const rows = [{ ...row, status: 'reserved' }];
    await report({ status: 'completed', amount_refunded: 5_000, related_transactions: rows });
    const declined = [{ ...row, status: 'declined', modified: formatServiceTime(script.clock.now() + MINUTE) }];
    expect(await report({ status: 'completed', amount_refunded: sum, related_transactions: declined })).toEqual([
      '60.00 EUR',
      ['elsewhere rejected 1000, sent 0', 'elsewhere accepted 4000, sent 0'],
    ]);
  });
});

describe('money that the bank took back, without an id', () => {
  const taken = (amount: number, id: string | null = null, type = 'chargeback') => ({
    id,
    type,
    amount,
    status: 'completed',
  });
  const left = async () => (await script.shop.payments.refunds.remaining('A', { group: 'web' })).toString();
  const report = async (...rows: Parameters<typeof script.notify>[1]) => {
    script.clock.advance(MINUTE);
    await script.notify('A', rows);
    await script.shop.drain();
    return left();
  };

  it('can not be refunded as well, and can once the bank gives it back', async () => {
    await script.paid('A');
    expect(await report(taken(4_000))).toBe('60.00 EUR');
    expect(await report(taken(4_000), taken(3_000))).toBe('30.00 EUR');
    expect(await refunds()).toEqual(['chargeback settled 7000, sent 0']);
    expect(await report(taken(4_000), taken(3_000), taken(3_000, null, 'reverse-chargeback'))).toBe('60.00 EUR');
  });

  it('counts once, also when it has got an id', async () => {
    await script.paid('A');
    await report(taken(4_000), taken(3_000));
    expect(await report(taken(3_000), taken(4_000, '91'))).toBe('30.00 EUR');
    expect(await report(taken(3_000, '92'), taken(4_000, '91'))).toBe('30.00 EUR');
  });

  it('stays gone while an answer leaves it out', async () => {
    await script.paid('A');
    await report(taken(4_000));
    expect(await report({ id: '93', amount: 1_000, status: 'completed' })).toBe('50.00 EUR');
  });

  it('of all of it, is a chargeback of the order', async () => {
    await script.paid('A');
    expect(await report(taken(10_000))).toBe('0.00 EUR');
    const [order] = await script.shop.dataSource.manager.find(PaymentOrderEntity);
    expect(order).toMatchObject({ status: 'chargedback' });
  });

  it('lets a refund that waits be rejected at once', async () => {
    await script.paid('A');
    await script.refund('r1', 'A', { lastCleanReadAt: null });
    script.service.script(script.shown('A', [taken(9_500)]));
    await script.slots();
    expect((await refunds()).toSorted()).toEqual(['chargeback settled 9500, sent 0', 'shop rejected 1000, sent 0']);
  });
});

describe('a refund that was called off, and whose row is gone', () => {
  it('leaves the order as it was, though the message of its beginning comes last, of the same second', async () => {
    await script.paid('A');
    script.clock.advance(MINUTE);
    await script.refund('r1', 'A', { state: 'cancelled', attempts: 1, serviceRefundId: '77' });
    const modified = formatServiceTime(script.clock.now());
    await script.notify('A', [], 'web', { modified });
    await script.shop.drain();
    await script.notify('A', [{ id: '77' }], 'web', { modified, status: 'partial_refunded' });
    for (let round = 0; round < 3; round += 1) {
      script.service.script(...Array.from({ length: 10 }, () => script.shown('A', [], { modified })));
      await script.shop.drain();
      script.clock.advance(MINUTE);
    }
    const [order] = await script.shop.dataSource.manager.find(PaymentOrderEntity);
    expect(order).toMatchObject({ status: 'completed', amountRefunded: 0 });
    expect((await script.shop.dataSource.manager.find(NotificationEntity)).map(({ state }) => state)).toEqual([
      'done',
      'done',
    ]);
  });
});
