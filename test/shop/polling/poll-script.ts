import { afterAll, afterEach, beforeAll, jest } from '@jest/globals';
import type { TerminalGroupOptions } from 'tillbridge';
import { formatServiceTime } from 'tillbridge/protocol';
import { ManualClock, orderBody, type OrderBodyInput } from 'tillbridge/testing';
import { PaymentOrderEntity } from '../../../src/shop/orders/index.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollCron, Poller, PollRequests, PollWorker, Sweep } from '../../../src/shop/polling/index.js';
import { RepeatLimit } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import { json, refusal, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost, type ShopHostInput } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';
import { addUnheardOrders } from './poll-rows.js';

/** In milliseconds. */
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

const NOON = Date.UTC(2026, 0, 15, 12);
const [web] = shopOptions().terminalGroups;
/** One poll at a time, so that their order is certain; ten are claimed together. */
const ONE_BY_ONE = {
  callsPerSecond: 1,
  burst: 5_000,
  maxWaitMs: 2_000,
  readAttempts: 1,
  circuitBreaker: 'off',
} as const;

/** Terminal groups of a shop that polls orders one after the other. */
const groupOf = (name: string, baseUrl: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
  ...web!,
  name,
  baseUrl,
  apiKeys: [canaryKey(name)],
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  calls: ONE_BY_ONE,
  ...change,
});

/** When an order was made, and when it is to be read, in milliseconds before now; after now where they are negative. */
interface Ages {
  readonly group?: string;
  readonly opened?: number;
  readonly due?: number;
}

/** What a page of the list shows of an order. */
export interface Shown {
  readonly id: string;
  readonly opened: number;
  readonly status?: string;
  readonly transaction?: string;
}

/**
 * A shop that does nothing by itself, and a service that answers about each order what a test says, for the transcripts of
 * one block. The clock stands still, and nothing is left to chance.
 */
export class PollScript {
  readonly clock = new ManualClock(NOON);
  /** By the service's id of the order; of any other it knows nothing. */
  readonly answers = new Map<string, Reply>();
  /** Pages of the list, in the order in which they are asked for; after them it is empty. */
  readonly pages: Reply[] = [];
  private running: { shop: ShopHost; service: ScriptedService } | undefined;

  constructor(
    groups: Record<string, Partial<TerminalGroupOptions>> = { web: {}, till: {} },
    imports: NonNullable<ShopHostInput['imports']> = [],
  ) {
    beforeAll(() => this.start(groups, imports));
    afterEach(() => this.forget());
    afterAll(async () => {
      jest.restoreAllMocks();
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

  readonly written = (script: (written: Transcript) => Promise<unknown>): Promise<string> =>
    transcriptOf(this.shop, this.clock, script);

  /** Orders of which the service has told nothing since. */
  async add(ids: readonly string[], { group = 'web', opened = 2 * MINUTE, due = 0 }: Ages = {}): Promise<void> {
    const times = { openedAt: () => this.clock.now() - opened, dueAt: () => this.clock.now() - due };
    await addUnheardOrders(this.shop.dataSource, { group, ids, ...times });
  }

  readonly tick = (group = 'web', most?: number) =>
    this.shop.payments.polling.tick(group, most === undefined ? {} : { most });

  readonly ask = (orderId: string, group = 'web') => this.shop.app.get(PollRequests).bringForward(group, orderId);

  readonly poll = (serviceOrderId: string, change: Partial<PollEntity>) =>
    this.shop.dataSource.manager.update(PollEntity, { serviceOrderId }, change);

  readonly order = (orderId: string, change: Partial<PaymentOrderEntity>) =>
    this.shop.dataSource.manager.update(PaymentOrderEntity, { orderId }, change);

  /** The service has this to say of an order from now on. */
  says(orderId: string, status: string, change: Partial<OrderBodyInput> = {}): void {
    const data = orderBody({ orderId, amount: 1250, at: this.clock.now(), status, ...change });
    this.answers.set(orderId, json(200, { success: true, data }));
  }

  /** What the shop knows of the one payment of an order. */
  async knows(orderId: string, status: string, change: object = {}): Promise<void> {
    const seen = { related: 0, financialStatus: status, amountRefunded: 0, modifiedAt: this.clock.now() };
    const facts = { status, word: status, ...seen, fingerprint: '0'.repeat(64) };
    const payment = { attempt: 1, id: '700', facts, paid: false, held: null, recordedAt: this.clock.now(), ...change };
    await this.order(orderId, { transactions: [payment] as unknown as PaymentOrderEntity['transactions'] });
  }

  /** A page of the list. @param next - cursor of the next one */
  page(items: readonly Shown[], next: string | null = null): void {
    const data = items.map(({ id, opened, status = 'initialized', transaction = `t-${id}` }) => ({
      transaction_id: transaction,
      order_id: id,
      type: 'payment',
      status,
      financial_status: status,
      amount: 1250,
      currency: 'EUR',
      created: formatServiceTime(this.clock.now() - opened),
    }));
    const pager = next === null ? null : { cursor: { after: next, before: null }, after: next, before: null };
    this.pages.push(json(200, { success: true, data, pager }));
  }

  private async start(
    groups: Record<string, Partial<TerminalGroupOptions>>,
    imports: NonNullable<ShopHostInput['imports']>,
  ): Promise<void> {
    const service = await ScriptedService.start();
    const terminalGroups = Object.entries(groups).map(([name, change]) => groupOf(name, service.url, change));
    const options = { workers: 'off' as const, clock: this.clock, terminalGroups };
    this.running = { service, shop: await startShop({ options, imports }) };
    // Not before: Nest tells its providers apart by chance.
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    this.expectCalls();
  }

  private async forget(): Promise<void> {
    this.answers.clear();
    this.pages.length = 0;
    this.clock.set(NOON);
    const { app, dataSource } = this.shop;
    // What was logged, failed or asked for in one test is nothing to the next.
    for (const each of [PollCron, Poller, PollWorker, Sweep])
      Reflect.set(Reflect.get(app.get<object>(each), 'logger') as object, 'limit', new RepeatLimit());
    (Reflect.get(app.get(Poller), 'backoffs') as Map<string, unknown>).clear();
    (Reflect.get(app.get(PollRequests), 'requested') as Map<string, unknown>).clear();
    await dataSource.query('DELETE FROM tillbridge_sweep');
    await this.shop.forget();
    this.expectCalls();
  }

  private expectCalls(): void {
    this.service.script(
      ...Array.from(
        { length: 200 },
        (): Reply =>
          (...asked) =>
            this.answer(...asked),
      ),
    );
  }

  private readonly answer: Reply = (response, call) => {
    const [, orderId = ''] = /\/orders\/([^/?]+)/.exec(call.url) ?? [];
    const isList = call.url.startsWith('/v1/json/transactions');
    const reply = isList ? this.pages.shift() : this.answers.get(orderId);
    (reply ?? (isList ? json(200, { success: true, data: [], pager: null }) : refusal(1006)))(response, call);
  };
}
