import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sandbox, SandboxSwitches } from 'tillbridge/sandbox';
import { sized } from '../support/long-run.js';
import { call, relatedOf } from './support/api.js';
import { startReceiver, type Receiver } from './support/receiver.js';
import { startService, WEB_KEY, type Service } from './support/service.js';
import { orderIn } from './support/stage.js';

/** `status/financial_status` as the service's documentation has them, one row for each habit (protocol §4.1). */
interface Row {
  readonly methods: string;
  readonly paid: string;
  /** While it waits for a decision. */
  readonly held?: string;
  /** In either of the ways in which the method does it. */
  readonly cancelled: readonly [string, string?];
  readonly shipped?: string;
  /** When the lender, or the bank, has paid in the end. */
  readonly settled?: string;
  /** Of a refund: when it is booked, and when it is done. */
  readonly refund?: readonly [string, string];
}

const DECLINED = ['declined/declined'] as const;
const EITHER = ['void/void', 'void/cancelled'] as const;
const BY_BANK = ['reserved/reserved', 'completed/completed'] as const;
const BY_LENDER = ['initialized/completed', 'completed/completed'] as const;
const AT_ONCE = ['completed/completed', 'completed/completed'] as const;
const LENT = { paid: 'completed/uncleared', shipped: 'shipped/uncleared', settled: 'shipped/completed' } as const;

const ROWS: readonly Row[] = [
  {
    methods: 'VISA MASTERCARD MAESTRO CREDITCARD AMEX APPLEPAY GOOGLEPAY',
    paid: 'completed/completed',
    held: 'uncleared/uncleared',
    cancelled: DECLINED,
    refund: BY_BANK,
  },
  {
    methods: 'PAYPAL',
    paid: 'completed/initialized',
    held: 'uncleared/initialized',
    cancelled: EITHER,
    refund: ['reserved/initialized', 'completed/initialized'],
  },
  { methods: 'AMAZONBTN', paid: 'completed/initialized', cancelled: DECLINED, refund: BY_BANK },
  {
    methods: 'BIZUM',
    paid: 'completed/initialized',
    cancelled: DECLINED,
    refund: ['reserved/initialized', 'completed/initialized'],
  },
  {
    methods: 'EINVOICE',
    paid: 'completed/initialized',
    shipped: 'shipped/initialized',
    settled: 'completed/completed',
    cancelled: ['void/void', 'cancelled/cancelled'],
  },
  {
    methods: 'ZINIA',
    paid: 'completed/initialized',
    shipped: 'shipped/uncleared',
    settled: 'shipped/completed',
    cancelled: ['void/void'],
  },
  { methods: 'KLARNA AFTERPAY', ...LENT, cancelled: EITHER, refund: BY_LENDER },
  { methods: 'BILLINK', ...LENT, cancelled: EITHER, refund: AT_ONCE },
  { methods: 'BNPL_MF BNPL_INSTM PAYAFTER', ...LENT, cancelled: EITHER },
  { methods: 'SANTANDER', ...LENT, held: 'uncleared/initialized', cancelled: EITHER },
  {
    methods: 'IN3',
    ...LENT,
    held: 'uncleared/initialized',
    settled: 'completed/completed',
    cancelled: EITHER,
    refund: AT_ONCE,
  },
  {
    methods: 'MBWAY MULTIBANCO DBRTP',
    paid: 'completed/uncleared',
    settled: 'completed/completed',
    cancelled: ['void/void'],
  },
  {
    methods: 'IDEAL IDEALQR',
    paid: 'completed/completed',
    cancelled: EITHER,
    refund: ['initialized/initialized', 'completed/completed'],
  },
  { methods: 'MISTERCASH TRUSTPAY', paid: 'completed/completed', cancelled: ['void/cancelled'] },
  { methods: 'TRUSTLY', paid: 'completed/completed', held: 'uncleared/uncleared', cancelled: ['cancelled/cancelled'] },
  {
    methods: 'BELFIUS CBC KBC EPS DOTPAY MYBANK PSAFECARD ALIPAY ALIPAYPLUS WECHAT',
    paid: 'completed/completed',
    cancelled: ['void/void'],
  },
  { methods: 'DIRECTBANK', paid: 'completed/completed', held: 'uncleared/uncleared', cancelled: EITHER },
  { methods: 'BANKTRANS', paid: 'completed/completed', cancelled: ['void/void'] },
  { methods: 'DIRDEB', paid: 'completed/completed', held: 'uncleared/initialized', cancelled: ['void/void'] },
  { methods: 'VVVGIFTCARD EDENRES', paid: 'completed/completed', cancelled: ['void/void'] },
];
/** Before a merge one method of each habit. */
const methodsOf = ({ methods }: Row): string[] => methods.split(' ').slice(0, sized({ usual: 1, long: Infinity }));
const CASES = ROWS.flatMap((row) => methodsOf(row).map((method): [string, Row] => [method, row]));

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let service: Service;
let receiver: Receiver;
let number = 0;

beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService({ terminalGroups: [{ name: 'web', apiKey: WEB_KEY }] });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** A new order for a method. `true/…` spellings are those of the wire, where a cancelled order is canceled. */
async function ordered(method: string, more: Record<string, unknown> = {}): Promise<string> {
  const order_id = `M-${method}-${(number += 1)}`;
  const customer = { first_name: 'Ann', last_name: 'Lee', ip_address: '192.0.2.1', country: 'NL' };
  const items = [{ name: 'Mug', unit_price: '45.99', quantity: 1, tax_table_selector: 'none' }];
  const payment_options = { notification_url: `${receiver.url}/order`, notification_method: 'POST' };
  const cart = { shopping_cart: { items }, checkout_options: {} };
  const fields = { order_id, amount: 4_599, gateway: method, customer, payment_options, ...cart, ...more };
  expect((await service.create(fields)).json['success']).toBe(true);
  return order_id;
}

const spelt = (word: unknown): string => String(word).replace('canceled', 'cancelled');
const shownIn = (order: Record<string, unknown>): string =>
  `${spelt(order['status'])}/${spelt(order['financial_status'])}`;

/** Five euro: lenders read the line, all others the amount. */
const REFUND = {
  currency: 'EUR',
  amount: 500,
  checkout_data: {
    items: [{ name: 'Refund', unit_price: -5, quantity: 1, merchant_item_id: 'r', tax_table_selector: '0' }],
  },
};

/** What get-order shows; the notification must say the same. */
async function shown(orderId: string): Promise<string> {
  await service.sandbox.idle();
  const read = shownIn((await service.get(orderId)).json.data);
  const reported = receiver.requests.map(orderIn).findLast((order) => order['order_id'] === orderId);
  expect(shownIn(reported ?? {})).toBe(read);
  return read;
}

async function after(
  method: string,
  ...moves: readonly (keyof Sandbox & ('pay' | 'hold' | 'cancel' | 'ship' | 'accept'))[]
) {
  const id = await ordered(method);
  for (const move of moves) await service.sandbox[move](id, {});
  return shown(id);
}

const withSwitches = async (switches: Partial<SandboxSwitches>, work: () => Promise<void>): Promise<void> => {
  service.sandbox.adjust('web', switches);
  await work();
  service.sandbox.adjust('web', { cancelledForm: 'first', ownAcquirer: false, chargebackForm: 'status' });
};

describe.each(CASES)('%s', (method, row) => {
  it(`shows a payment as ${row.paid}`, async () => {
    expect(await after(method, 'pay')).toBe(row.paid);
  });

  it(`shows a payment that the shopper cancels as ${row.cancelled[0]}`, async () => {
    expect(await after(method, 'cancel')).toBe(row.cancelled[0]);
    await withSwitches({ cancelledForm: 'second' }, async () => {
      expect(await after(method, 'cancel')).toBe(row.cancelled[1] ?? row.cancelled[0]);
    });
  });

  const { held, shipped, settled, refund } = row;
  if (held !== undefined)
    it(`shows a payment that waits as ${held}, and what comes of it as a payment`, async () => {
      expect(await after(method, 'hold')).toBe(held);
      expect(await after(method, 'hold', 'accept')).toBe(row.paid);
    });

  if (settled !== undefined)
    it(`shows it as ${shipped ?? row.paid}, then as ${settled}`, async () => {
      const isShipped = shipped === undefined ? [] : (['ship'] as const);
      expect(await after(method, 'pay', ...isShipped)).toBe(shipped ?? row.paid);
      expect(await after(method, 'pay', ...isShipped, 'accept')).toBe(settled);
    });

  if (refund !== undefined)
    it(`shows a refund as ${refund[0]}, then as ${refund[1]}`, async () => {
      const id = await ordered(method);
      await service.sandbox.pay(id);
      const { json } = await call(service, `POST /orders/${id}/refunds`, REFUND);
      const refundId = String(json.data['refund_id']);
      expect(relatedOf(await service.get(id))).toMatchObject([{ status: refund[0].split('/')[0], amount: 500 }]);
      expect(shownIn((await service.get(refundId)).json.data)).toBe(refund[0]);
      await service.sandbox.advance(DAY_MS);
      expect(shownIn((await service.get(refundId)).json.data)).toBe(refund[1]);
    });
});

describe('an order', () => {
  it.each([
    ['BIZUM', 30],
    ['MBWAY', 4],
    ['EPS', 10],
    ['IDEAL', 60],
    ['KLARNA', 24 * 60],
  ])('for %s expires after %d minutes where the shop does not say', async (method, minutes) => {
    const id = await ordered(method);
    await service.sandbox.advance(minutes * MINUTE_MS - 1_000);
    expect(await shown(id)).toBe('initialized/initialized');
    await service.sandbox.advance(2_000);
    expect(await shown(id)).toBe('expired/expired');
  });

  it('that a card was held for is void when no one has decided after five days', async () => {
    const id = await ordered('VISA');
    await service.sandbox.hold(id);
    await service.sandbox.advance(5 * DAY_MS - 1_000);
    expect(await shown(id)).toBe('uncleared/uncleared');
    await service.sandbox.advance(2_000);
    expect(await shown(id)).toBe('void/void');
  });

  it.each([
    ['IN3', 14],
    ['BILLINK', 14],
    ['KLARNA', 28],
    ['PAYAFTER', 30],
    ['AFTERPAY', 90],
  ])('that %s has promised to pay has expired after %d days without a shipment', async (method, days) => {
    const [left, prolonged, sent, part] = [
      await ordered(method),
      await ordered(method),
      await ordered(method),
      await ordered(method),
    ];
    for (const id of [left, prolonged, sent, part]) await service.sandbox.pay(id);
    await service.sandbox.ship(sent);
    const shipment = { status: 'shipped', partial_shipment_amount: 500 };
    expect((await call(service, `PATCH /orders/${part}`, shipment)).status).toBe(200);
    const extension = await call(service, `PATCH /orders/${prolonged}`, { extend_expiration: true });
    const until = new Date(service.clock.now() + (days + 42) * DAY_MS).toISOString().slice(0, 10);
    expect(extension.json.data).toEqual({ expiration_date: until });
    await service.sandbox.advance(days * DAY_MS - 1_000);
    expect(await shown(left)).toBe('completed/uncleared');
    await service.sandbox.advance(2_000);
    expect(await shown(left)).toBe('expired/expired');
    expect(await shown(prolonged)).toBe('completed/uncleared');
    await service.sandbox.advance(42 * DAY_MS);
    expect([await shown(prolonged), await shown(sent), await shown(part)]).toEqual([
      'expired/expired',
      'shipped/uncleared',
      'completed/uncleared',
    ]);
  });

  it('has expired, too, where a part of it was given back before', async () => {
    const id = await ordered('KLARNA');
    await service.sandbox.pay(id);
    await service.sandbox.refund(id, { amount: 500 });
    await service.sandbox.advance(28 * DAY_MS + 1_000);
    expect(await shown(id)).toBe('expired/expired');
  });

  it('that was given up stays so when a refund of it ends', async () => {
    const id = await ordered('AFTERPAY');
    await service.sandbox.pay(id);
    await service.sandbox.refund(id, { amount: 500 });
    await service.sandbox.reject(id);
    await service.sandbox.advance(DAY_MS);
    expect(await shown(id)).toBe('declined/declined');
    expect(relatedOf(await service.get(id))).toMatchObject([{ type: 'refund', status: 'completed' }]);
  });

  it.each([
    ['in its time to pay', 30 * MINUTE_MS, 30 * MINUTE_MS],
    ['after its time to pay', 2 * 60 * MINUTE_MS, 0],
  ])('that a card was held for, and then declined %s, runs out as if it had not been held', async (_, held, left) => {
    const id = await ordered('VISA', { seconds_active: 3_600 });
    await service.sandbox.hold(id);
    await service.sandbox.advance(held);
    expect(await shown(id)).toBe('uncleared/uncleared');
    await service.sandbox.reject(id);
    if (left > 0) {
      await service.sandbox.advance(left - 1_000);
      expect(await shown(id)).toBe('declined/declined');
    }
    await service.sandbox.advance(2_000);
    expect(await shown(id)).toBe('expired/expired');
  });

  it('stays initialized for good where the merchant has an acquirer of its own', () =>
    withSwitches({ ownAcquirer: true }, async () => {
      expect(await after('AMEX', 'pay')).toBe('completed/initialized');
      expect(await after('VISA', 'pay')).toBe('completed/completed');
    }));
});

describe('a refund that the balance does not pay', () => {
  it.each([
    // What it shows meanwhile, and when it is refused in the end.
    ['VISA', 'reserved/reserved', 'declined/declined'],
    ['IDEAL', 'reserved/reserved', 'declined/declined'],
    ['PAYPAL', 'uncleared/initialized', 'declined/declined'],
    ['KLARNA', 'initialized/completed', 'declined/declined'],
  ])('by %s waits as %s, and is refused as %s', async (method, waiting, refused) => {
    const id = await ordered(method);
    await service.sandbox.pay(id);
    const refundId = String((await call(service, `POST /orders/${id}/refunds`, REFUND)).json.data['refund_id']);
    const now = async (): Promise<string> => shownIn((await service.get(refundId)).json.data);
    service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'waiting' });
    await service.sandbox.advance(DAY_MS);
    expect(await now()).toBe(waiting);
    const [status] = waiting.split('/');
    expect(relatedOf(await service.get(id))).toMatchObject([{ status }]);
    expect((await service.get(id)).json.data['amount_refunded']).toBe(500);
    await service.sandbox.advance(DAY_MS);
    expect(await now()).toBe(waiting);
    service.sandbox.adjust('web', { lowBalance: 'declined' });
    await service.sandbox.advance(DAY_MS);
    expect(await now()).toBe(refused);
    service.sandbox.adjust('web', { payoutBalance: null, lowBalance: 'refused' });
  });

  it('is told to the shop when it begins to wait, and paid out once there is enough', async () => {
    const id = await ordered('PAYPAL');
    await service.sandbox.pay(id);
    const refundId = String((await call(service, `POST /orders/${id}/refunds`, REFUND)).json.data['refund_id']);
    service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'waiting' });
    await service.sandbox.advance(DAY_MS);
    await service.sandbox.idle();
    const reported = receiver.requests.map(orderIn).findLast((order) => order['order_id'] === id);
    expect(reported?.['related_transactions']).toMatchObject([{ status: 'uncleared' }]);
    service.sandbox.adjust('web', { payoutBalance: null, lowBalance: 'refused' });
    await service.sandbox.advance(DAY_MS);
    expect(shownIn((await service.get(refundId)).json.data)).toBe('completed/initialized');
  });

  it.each(['BILLINK', 'IN3'])('by %s, which knows no waiting, is refused at once', async (method) => {
    const id = await ordered(method);
    await service.sandbox.pay(id);
    service.sandbox.adjust('web', { payoutBalance: 0, lowBalance: 'declined' });
    const refundId = String((await call(service, `POST /orders/${id}/refunds`, REFUND)).json.data['refund_id']);
    service.sandbox.adjust('web', { payoutBalance: null, lowBalance: 'refused' });
    expect(shownIn((await service.get(refundId)).json.data)).toBe('declined/declined');
    expect((await service.get(id)).json.data['amount_refunded']).toBe(0);
  });
});

describe('a chargeback', () => {
  it.each([
    ['status', 'chargedback/void'],
    ['void', 'void/void'],
    ['related', 'completed/completed'],
  ] as const)('over the whole amount, on an account that shows it as %s', (chargebackForm, as) =>
    withSwitches({ chargebackForm }, async () => {
      const id = await ordered('VISA');
      await service.sandbox.pay(id);
      await service.sandbox.chargeback(id);
      expect(await shown(id)).toBe(as);
      expect(relatedOf(await service.get(id))).toMatchObject([{ type: 'chargeback', amount: 4_599 }]);
      const { json } = await call(service, `POST /orders/${id}/refunds`, { currency: 'EUR', amount: 1 });
      expect(json).toMatchObject({ success: false, error_code: 1034 });
      await service.sandbox.reverseChargeback(id);
      expect(await shown(id)).toBe('completed/completed');
    }),
  );

  it('over the whole amount is void first where it is only announced, and nothing explains it', () =>
    withSwitches({ chargebackForm: 'requested' }, async () => {
      const [booked, won] = [await ordered('VISA'), await ordered('DIRDEB')];
      for (const id of [booked, won]) {
        await service.sandbox.pay(id);
        await service.sandbox.chargeback(id);
        expect(await shown(id)).toBe('void/void');
        expect((await service.get(id)).json.data['related_transactions']).toBeNull();
      }
      await service.sandbox.chargeback(booked);
      expect(await shown(booked)).toBe('chargedback/void');
      expect(relatedOf(await service.get(booked))).toMatchObject([{ type: 'chargeback', amount: 4_599 }]);
      for (const id of [booked, won]) {
        await service.sandbox.reverseChargeback(id);
        expect(await shown(id)).toBe('completed/completed');
      }
      expect((await service.get(won)).json.data['related_transactions']).toBeNull();
    }));

  it('over a part leaves the status, raises amount_refunded and leaves the rest to be refunded', async () => {
    const id = await ordered('VISA');
    await service.sandbox.pay(id);
    await service.sandbox.chargeback(id, { amount: 1_000 });
    expect(await shown(id)).toBe('completed/completed');
    expect((await service.get(id)).json.data['amount_refunded']).toBe(1_000);
    const refund = (amount: number) => call(service, `POST /orders/${id}/refunds`, { currency: 'EUR', amount });
    expect((await refund(3_600)).json).toMatchObject({ success: false, error_code: 1034 });
    expect((await refund(3_599)).json).toMatchObject({ success: true });
    expect((await service.get(id)).json.data['amount_refunded']).toBe(4_599);
  });
});

describe('chargebacks over parts', () => {
  it('take no more together than was paid, and amount_refunded never falls but by a reversal', async () => {
    const id = await ordered('VISA');
    await service.sandbox.pay(id);
    const refunded = async (): Promise<unknown> => (await service.get(id)).json.data['amount_refunded'];
    await service.sandbox.chargeback(id, { amount: 1_000 });
    await service.sandbox.chargeback(id, { amount: 4_000 });
    expect(relatedOf(await service.get(id))).toMatchObject([{ amount: 1_000 }, { amount: 3_599 }]);
    expect(await refunded()).toBe(4_599);
    await service.sandbox.reverseChargeback(id);
    expect(await refunded()).toBe(0);
    await service.sandbox.chargeback(id, { amount: 500 });
    expect(await refunded()).toBe(500);
  });
});

describe('refunds of an order that forbids them', () => {
  it('are answered with 403 and a text about the payment', async () => {
    const id = await ordered('IDEAL');
    const forbidding = `${id}-F`;
    await service.create({ order_id: forbidding, amount: 4_599, var1: 'sandbox:refund-error=403' });
    await service.sandbox.pay(forbidding);
    const { status, json } = await call(service, `POST /orders/${forbidding}/refunds`, {
      currency: 'EUR',
      amount: 500,
    });
    expect([status, json]).toEqual([403, { message: 'This payment cannot be refunded' }]);
  });
});
