import { jest } from '@jest/globals';
import * as timers from 'node:timers/promises';
import type { CreatePaymentOrderInput, PaymentOrder } from 'tillbridge';
import { canaryKey } from '../../../support/canary.js';
import { json, ScriptedService, type Reply } from '../../../support/scripted-service.js';
import type { ShopHost, ShopHostInput } from '../../../support/shop-host.js';
import type { OrderBodyInput } from 'tillbridge/testing';
import type { ObservationSource } from '../../../../src/shop/orders/entities/observation.entity.js';
import type { TogetherOptions } from '../../../../src/shop/orders/ledger/ledger.types.js';
import type { Transcript } from '../../../support/transcript.js';

/** Where the scripted service lets shoppers pay. */
export const PAYMENT_URL = 'http://localhost:4000/pay/1';
const NOON = Date.UTC(2026, 0, 15, 11);

/** Who hears of each pause that the module makes, and moves the clock on instead of waiting. */
let onPause: (ms: number) => void = () => {};
const pause = async <T>(ms: number, value: T): Promise<T> => {
  onPause(ms);
  return value;
};

// What imports the module comes after this, or it would have the real one.
jest.unstable_mockModule('node:timers/promises', () => ({ ...timers, setTimeout: pause }));
const { startShop, shopOptions } = await import('../../../support/shop-host.js');
const { transcriptOf } = await import('../../../support/transcript.js');
const { ManualClock, orderBody } = await import('tillbridge/testing');
const { Money } = await import('tillbridge');
const { parseOrder } = await import('tillbridge/protocol');
const { Ledger, OrdersRepository } = await import('../../../../src/shop/orders/index.js');
const { OrderDetailsService } = await import('../../../../src/shop/admin/index.js');
const { AttemptsRepository } = await import('../../../../src/shop/orders/creation/attempts.repository.js');

/** A shop with two terminal groups and a scripted service, on one clock: pauses pass at once, and stand in the transcript. */
export class TranscriptShop {
  private constructor(
    readonly service: ScriptedService,
    readonly shop: ShopHost,
    readonly clock: InstanceType<typeof ManualClock>,
  ) {}

  /** Both groups speak to the same service; `till` puts `T-` before its ids. */
  static async start(input: Omit<ShopHostInput, 'options'> = {}): Promise<TranscriptShop> {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    // It comes by the real clock, which no transcript goes by.
    jest.spyOn(AttemptsRepository.prototype, 'renew').mockResolvedValue();
    const clock = new ManualClock(NOON);
    const service = await ScriptedService.start();
    const [group] = shopOptions().terminalGroups;
    // What is left out here has transcripts of its own.
    const calls = { callsPerSecond: 1_000, burst: 10_000, circuitBreaker: 'off', readAttempts: 1 } as const;
    const web = { ...group!, baseUrl: service.url, timeoutMs: 20_000, calls };
    const notificationUrl = 'http://localhost:3000/payments/notifications/till';
    const own = { name: 'till', apiKeys: [canaryKey('till')], notificationUrl, orderIdPrefix: 'T-' };
    const terminalGroups = [web, { ...web, ...own }];
    const shop = await startShop({ ...input, options: { workers: 'off', clock, terminalGroups } });
    onPause = (ms) => {
      shop.logs.lines.push(`pause of ${ms}`);
      clock.advance(Math.ceil(ms));
    };
    return new TranscriptShop(service, shop, clock);
  }

  /** What a shop does meanwhile. */
  transcript(script: (written: Transcript) => Promise<unknown>): Promise<string> {
    return transcriptOf(this.shop, this.clock, script);
  }

  /** Creates an order of 12.50; the service answers its calls like this, one after the other. */
  async create(
    orderId: string,
    replies: readonly Reply[],
    { amount = 1_250, group = 'web', ...change }: CreateChange = {},
  ): Promise<string> {
    this.service.script(...replies);
    const about = { description: 'Two mugs', redirectUrl: 'http://localhost:3000/return' };
    const { orders } = this.shop.payments.group(group);
    return oneLine(await orders.create({ orderId, amount: Money.ofMinor(amount, 'EUR'), ...about, ...change }));
  }

  /** What a get-order answers: an open order without a transaction unless it is oneLine otherwise. */
  readonly standing =
    (orderId: string, { status = 'initialized', ...fields }: Record<string, unknown> = {}): Reply =>
    (response, call) => {
      const about = { orderId, amount: 1_250, status: String(status), transactionId: null, at: this.clock.now() };
      json(200, { success: true, data: orderBody({ ...about, fields }) })(response, call);
    };

  /** What the ledger makes of several things that were seen, in one transaction; each outcome on one line. */
  async observe(seen: readonly SeenOrder[], options: TogetherOptions = {}): Promise<string[]> {
    const outcomes = await this.shop.app.get(Ledger).observeMany(
      seen.map(({ group = 'web', orderId, source = 'notification', readAt, ...fields }) => {
        const { amount = 1_250, status = 'completed', transactionId = '700', at = this.clock.now(), ...rest } = fields;
        const body = orderBody({ orderId, amount, status, transactionId, at, ...rest });
        const { order } = parseOrder(body);
        return { group, serviceOrderId: orderId, source, order, ...(readAt !== undefined && { readAt }) };
      }),
      options,
    );
    return outcomes.map((outcome) =>
      [outcome.kind, outcome.reason, 'notBefore' in outcome && outcome.notBefore].filter(Boolean).join(' '),
    );
  }

  get repository(): InstanceType<typeof OrdersRepository> {
    return this.shop.app.get(OrdersRepository);
  }

  /** Everything that is known of an order, as its page shows it. */
  details(orderId: string, group = 'web'): Promise<unknown> {
    return this.shop.app.get(OrderDetailsService).of({ group, orderId });
  }

  /** A newer attempt of an order that there is, as if the service had accepted it. */
  async addAttempt(orderId: string, number: number, change: Record<string, string | number> = {}): Promise<void> {
    const columns = {
      group_name: 'web',
      service_order_id: `${orderId}-${number}`,
      order_id: orderId,
      number,
      amount: 1_250,
      currency: 'EUR',
      create_state: 'created',
      request_fingerprint: '',
      created_at: this.clock.now(),
      updated_at: this.clock.now(),
      ...change,
    };
    const values = Object.values(columns).map((value) => (typeof value === 'string' ? `'${value}'` : value));
    await this.query(`INSERT INTO tillbridge_attempt (${Object.keys(columns)}) VALUES (${values})`);
    await this.query(`UPDATE tillbridge_order SET attempt = ${number} WHERE order_id = '${orderId}'`);
  }

  /** Runs a statement of the test itself, beside what the shop does. */
  query(sql: string): Promise<unknown> {
    return this.shop.dataSource.query(sql);
  }

  /** Forgets all orders; each transcript begins at noon. */
  async forget(): Promise<void> {
    await this.shop.forget();
    this.clock.set(NOON);
  }

  async close(): Promise<void> {
    await this.shop.close();
    this.service.close();
    jest.restoreAllMocks();
  }
}

/** An order on one line. */
export const oneLine = ({ amount, createState, paymentUrl, reference, status, ...order }: PaymentOrder): string =>
  [
    order.serviceOrderId,
    createState,
    `${amount}`,
    paymentUrl,
    status,
    reference && `called ${reference}`,
    order.attention,
  ]
    .filter(Boolean)
    .join(' · ');

/** What is seen of an order, as its body; the rest is as usual. */
export interface SeenOrder extends Omit<Partial<OrderBodyInput>, 'orderId'> {
  readonly group?: string;
  /** That of an attempt. */
  readonly orderId: string;
  readonly source?: ObservationSource;
  readonly readAt?: number;
}

/** In what an order differs from the usual one. Amount in minor units of EUR. */
export interface CreateChange extends Omit<Partial<CreatePaymentOrderInput>, 'amount'> {
  readonly amount?: number;
  readonly group?: string;
}

/** The service takes an order. */
export const accepted: Reply = (response, call) => {
  const { order_id } = JSON.parse(call.body) as { order_id: string };
  json(200, { success: true, data: { order_id, session_id: `s-${order_id}`, payment_url: PAYMENT_URL } })(
    response,
    call,
  );
};

/** It did what it was asked for. */
export const done: Reply = json(200, { success: true, data: {} });
