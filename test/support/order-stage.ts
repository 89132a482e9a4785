import { afterAll, beforeAll, expect, jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import {
  isPaymentError,
  Money,
  TerminalGroups,
  type CreatePaymentOrderInput,
  type PaymentError,
  type PaymentOrder,
} from 'tillbridge';
import { orderBody } from 'tillbridge/testing';
import { CANARY_MARKER, canaryKey } from './canary.js';
import { json, ScriptedService, type Reply } from './scripted-service.js';
import { shopOptions, startShop, type ShopHost } from './shop-host.js';
import { waitFor } from './wait-for.js';

/** How long a call to a service that does not answer is waited for, in milliseconds. */
const SOON_MS = 1_000;

/** The payment page of the scripted service. */
export const PAYMENT_URL = 'http://localhost:4000/pay/1';

/** An order that the service would accept, with a new id. */
export const newOrder = (change: Partial<CreatePaymentOrderInput> = {}): CreatePaymentOrderInput => ({
  orderId: randomUUID(),
  amount: Money.of('12.50', 'EUR'),
  description: 'Two mugs',
  redirectUrl: 'http://localhost:3000/return',
  ...change,
});

/** The service accepts the order and answers a payment page. */
export const accepted: Reply = (response, call) => {
  const { order_id } = JSON.parse(call.body) as { order_id: string };
  json(200, { success: true, data: { order_id, session_id: 's1', payment_url: PAYMENT_URL } })(response, call);
};

/** The get-order answer about an order that exists at the service. */
export const existing =
  (orderId: string, fields: Record<string, unknown> = {}): Reply =>
  (response, call) =>
    json(200, {
      success: true,
      data: orderBody({ orderId, amount: 1250, status: 'initialized', transactionId: null, at: Date.now(), fields }),
    })(response, call);

/** A shop and a scripted service, for the tests of one block. */
export class OrderStage {
  private running: { shop: ShopHost; service: ScriptedService } | undefined;

  /** Starts both before the block's tests and stops them afterwards. */
  constructor() {
    beforeAll(() => this.start());
    afterAll(async () => {
      await this.shop.close();
      this.service.close();
    });
  }

  get shop(): ShopHost {
    return this.running!.shop;
  }

  get service(): ScriptedService {
    return this.running!.service;
  }

  /** Creates an order in terminal group `web`. */
  readonly create = (input: CreatePaymentOrderInput): Promise<PaymentOrder> =>
    this.shop.payments.group('web').orders.create(input);

  /** The error of a create call; it never contains the key. */
  readonly failureOf = async (input: CreatePaymentOrderInput): Promise<PaymentError> => {
    const error: unknown = await this.create(input).then(
      () => new Error('it succeeded'),
      (failure: unknown) => failure,
    );
    if (!isPaymentError(error)) throw error as Error;
    const shown = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error) + String(error.stack);
    expect(shown).not.toContain(CANARY_MARKER);
    return error;
  };

  /** Has the calls of terminal group `web` given up soon, until it is restored. */
  readonly giveUpSoon = (): { restore: () => void } =>
    jest.replaceProperty(this.shop.app.get(TerminalGroups).get('web'), 'timeoutMs', SOON_MS);

  /** Does something whose first call brings no answer, and is given up soon. All others may take the time of a slow machine. */
  readonly unanswered = async <T>(work: () => Promise<T>): Promise<T> => {
    const soon = this.giveUpSoon();
    const arrived = waitFor(() => this.service.calls.length > 0, { what: 'the call to arrive' });
    const [done] = await Promise.all([work(), arrived.finally(() => soon.restore())]);
    return done;
  };

  private async start(): Promise<void> {
    const service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const group = { ...web!, baseUrl: service.url };
    const viaQuery = { ...group, name: 'query', apiKeyIn: 'query' as const, apiKeys: [canaryKey('query')] };
    const queryUrl = { notificationUrl: 'http://localhost:9/payments/notifications/query' };
    const terminalGroups = [group, { ...viaQuery, ...queryUrl }];
    this.running = { service, shop: await startShop({ options: { workers: 'off', terminalGroups } }) };
  }
}
