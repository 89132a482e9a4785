import { jest } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import { OnRefund, type RefundEvent, type TerminalGroupOptions } from 'tillbridge';
import { ManualClock, orderBody, signedNotification } from 'tillbridge/testing';
import { AttemptEntity, PaymentOrderEntity } from '../../../../src/shop/orders/index.js';
import { RefundEntity, RefundLaneEntity, RefundWatchEntity } from '../../../../src/shop/refund-records/index.js';
import { NEW_REFUND } from '../../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { RefundSender } from '../../../../src/shop/refunds/sending/refund-sender.js';
import { RefundSendWorker, RefundStatusWorker } from '../../../../src/shop/refunds/index.js';
import { WorkerRegistry, type RowHandler } from '../../../../src/shop/workers/index.js';
import { canaryKey } from '../../../support/canary.js';
import { json, ScriptedService, type Reply } from '../../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../../support/transcript.js';

/** Noon in Amsterdam, when every transcript begins. */
export const NOON = Date.UTC(2026, 0, 15, 11);
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const KINDS = ['accepted', 'settled', 'rejected', 'manual', 'cancelled', 'elsewhere'] as const;
const TABLES = ['refund', 'refund_watch', 'refund_evidence', 'refund_batch', 'lane', 'decision'];

/** Handlers of refunds that log what they are given; inside the transaction they can be broken. */
@Injectable()
export class LoggingRefundHandlers {
  private readonly logger = new Logger('Shop');
  isBroken = false;

  @OnRefund([...KINDS])
  book(event: RefundEvent): void {
    if (this.isBroken) throw new Error('the books are closed');
    this.logger.log(JSON.stringify(event));
  }
}

/** What the service says of one refund. */
export interface ShownRefund {
  readonly id: string | null;
  readonly amount?: number | null;
  readonly status?: string;
  /** What it carries, if anything. */
  readonly tag?: string;
  readonly type?: string | null;
  readonly currency?: string | null;
  /** Epoch milliseconds. */
  readonly at?: number;
}

/** A shop of two terminal groups and a service that answers what the script says, on a clock that only the script moves. */
export class RefundScript {
  private readonly silenced: { mockRestore(): void }[] = [];
  /** What the transcripts before have taken. */
  private passedMs = 0;

  private constructor(
    readonly clock: ManualClock,
    readonly service: ScriptedService,
    readonly shop: ShopHost,
  ) {
    // How long something takes is as certain as when it happens.
    const passed = (): number => this.passedMs + clock.now() - NOON;
    // The time of day counts as well: a machine may sleep.
    this.silenced.push(
      jest.spyOn(performance, 'now').mockImplementation(passed),
      jest.spyOn(Date, 'now').mockImplementation(() => NOON + passed()),
    );
    this.silenced.push(jest.spyOn(Math, 'random').mockReturnValue(0.5));
  }

  /** @param own - what each of the two groups has besides */
  static async start(own: Partial<Record<'web' | 'kiosk', Partial<TerminalGroupOptions>>> = {}): Promise<RefundScript> {
    const clock = new ManualClock(NOON);
    const service = await ScriptedService.start();
    const calls = { callsPerSecond: 1_000, burst: 10_000, circuitBreaker: 'off', readAttempts: 1 } as const;
    const common = { ...shopOptions().terminalGroups[0]!, baseUrl: service.url, timeoutMs: SECOND, calls };
    const terminalGroups = (['web', 'kiosk'] as const).map((name) => ({
      ...common,
      ...own[name],
      name,
      apiKeys: [canaryKey(name)],
      notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    }));
    const options = { clock, workers: 'off' as const, terminalGroups };
    const shop = await startShop({ options, providers: [LoggingRefundHandlers] });
    return new RefundScript(clock, service, shop);
  }

  async close(): Promise<void> {
    for (const each of this.silenced) each.mockRestore();
    await this.shop.close();
    this.service.close();
  }

  /** Forgets all that the tests before have left, so that it does not matter which there were. */
  async forget(): Promise<void> {
    this.passedMs = performance.now() + 30 * DAY;
    this.clock.set(NOON);
    for (const table of TABLES) await this.spoil(`DELETE FROM tillbridge_${table}`);
    await this.shop.forget();
    const { app } = this.shop;
    // Workers find that nothing is due, and that there are lanes.
    for (const name of ['inbox', 'refund-sending', 'refund-status'] as const) await app.get(WorkerRegistry).drain(name);
    await this.spoil('DELETE FROM tillbridge_lane');
    for (const id of ['web', 'kiosk'])
      await this.shop.dataSource.manager.insert(RefundLaneEntity, { id, state: 'pending', dueAt: 0, attempts: 0 });
    Object.assign(app.get(RefundStatusWorker), { soughtAt: -Infinity });
    Object.assign(app.get(RefundSender), { roundTrips: new Map(), readTimes: new Map() });
    this.handlers.isBroken = false;
    this.service.script();
  }

  get refunds() {
    return this.shop.payments.refunds;
  }

  get handlers(): LoggingRefundHandlers {
    return this.shop.app.get(LoggingRefundHandlers);
  }

  /** @returns all that the shop did in a script */
  written(script: (transcript: Transcript) => Promise<unknown>): Promise<string> {
    return transcriptOf(this.shop, this.clock, script);
  }

  get lanes(): RefundSendWorker {
    return this.shop.app.get(RefundSendWorker);
  }

  /** Looks at the refunds that are due, one after the other. */
  watches(): Promise<void> {
    return oneByOne(this.shop.app.get(RefundStatusWorker));
  }

  /** Sends what may be sent on each lane now. */
  slots(): Promise<void> {
    return oneByOne(this.lanes);
  }

  /** What is wrong from now on with rows of a table, by SQL. */
  spoil(sql: string): Promise<unknown> {
    return this.shop.dataSource.query(sql);
  }

  /** The service notifies the shop of an order as it shows it. */
  async notify(
    orderId: string,
    refunds: readonly ShownRefund[],
    group = 'web',
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const body = this.standing(orderId, refunds, fields);
    const message = signedNotification({ key: canaryKey(group), at: this.clock.now(), orderId, body });
    const { search, headers } = message;
    await fetch(`${this.shop.url}${this.shop.path}/${group}${search}`, { method: 'POST', headers, body: message.body });
  }

  /** An order that was paid, as the ledger keeps it. Amount in minor units. */
  async paid(orderId: string, change: Partial<PaymentOrderEntity> = {}, amount = 10_000): Promise<void> {
    const { manager } = this.shop.dataSource;
    const group = change.group ?? 'web';
    const now = this.clock.now();
    const facts = { status: 'completed', word: 'completed', related: 0, financialStatus: 'completed' } as const;
    const known = { ...facts, amountRefunded: 0, modifiedAt: now, fingerprint: 'at first' };
    await this.shop.addOrder(orderId, amount, group, now);
    const payment = { attempt: 1, id: '700', facts: known, paid: true, held: null, recordedAt: now };
    await manager.update(
      PaymentOrderEntity,
      { group, orderId },
      {
        status: 'completed',
        serviceStatus: 'completed',
        financialStatus: 'completed',
        transactionId: '700',
        paidTransactionId: '700',
        paidAt: now,
        modifiedAt: now,
        transactions: [payment],
        version: 1,
        ...change,
      },
    );
    if (change.currency) await manager.update(AttemptEntity, { group, orderId }, { currency: change.currency });
  }

  /**
   * A refund as it stands after whatever happened to it before; its watch is due when it says so. The order of one that waits
   * was read just now, so that the next call is the sending.
   */
  async refund(id: string, orderId: string, change: Partial<RefundEntity> = {}): Promise<RefundEntity> {
    const { manager } = this.shop.dataSource;
    const now = this.clock.now();
    const names = { id, group: 'web', orderId, serviceOrderId: orderId, key: `key-${id}`, tag: `r-${id}` };
    const money = { amount: 1_000, currency: 'EUR', description: 'broken', cart: null };
    const row = Object.assign(new RefundEntity(), {
      ...NEW_REFUND,
      ...names,
      ...money,
      origin: 'shop' as const,
      batchId: null,
      held: 0,
      fence: 0,
      askedBy: null,
      lastCleanReadAt: (change.state ?? 'queued') === 'queued' ? now : null,
      createdAt: now,
      updatedAt: now,
      ...change,
    });
    await manager.insert(RefundEntity, row);
    const dueAt = row.state === 'sending' ? now : row.nextReadAt;
    const free = { attempts: 0, leaseToken: null, leaseUntil: null, lastError: null };
    if (dueAt !== null) await manager.insert(RefundWatchEntity, { id, state: 'pending', dueAt, ...free });
    return row;
  }

  /** The order of each refund that waits was read just now, so that the next call is the sending. */
  async read(): Promise<void> {
    const queued = { state: 'queued' as const };
    await this.shop.dataSource.manager.update(RefundEntity, queued, { lastCleanReadAt: this.clock.now() });
  }

  /** One that was sent just now, of which no one knows whether it arrived. */
  unknown(id: string, orderId: string, change: Partial<RefundEntity> = {}): Promise<RefundEntity> {
    const now = this.clock.now();
    const doubt = { state: 'unknown' as const, attempts: 1, lastSentAt: now, unknownSince: now, reason: 'TIMEOUT' };
    return this.refund(id, orderId, { ...doubt, nextReadAt: now + 5 * SECOND, ...change });
  }

  /** Answers a call; the service takes so long, in milliseconds. */
  after(ms: number, reply: Reply): Reply {
    return (response, call) => {
      this.clock.advance(ms);
      // The date of an answer would be that of the machine.
      response.sendDate = false;
      reply(response, call);
    };
  }

  /** The service takes a refund, and calls it so. */
  booked(id: string | null, ms = 0): Reply {
    return this.after(ms, json(200, { success: true, data: { transaction_id: 700, ...(id && { refund_id: id }) } }));
  }

  /** What the service answers of an order with these refunds. */
  shown(orderId: string, refunds: readonly ShownRefund[], fields: Readonly<Record<string, unknown>> = {}): Reply {
    return (response, call) => {
      const data = this.standing(orderId, refunds, fields);
      this.after(0, json(200, { success: true, data }))(response, call);
    };
  }

  private standing(orderId: string, refunds: readonly ShownRefund[], fields: Readonly<Record<string, unknown>> = {}) {
    const at = this.clock.now();
    const related_transactions = refunds.map(({ id, amount = 1_000, status = 'reserved', ...each }) => ({
      transaction_id: id,
      type: each.type === undefined ? 'refund' : each.type,
      status,
      amount,
      currency: each.currency === undefined ? 'EUR' : each.currency,
      created: serviceTime(each.at ?? at),
      ...(each.tag && { refund_order_id: each.tag }),
    }));
    const isLive = ({ type = 'refund', status = '' }: ShownRefund) =>
      type === 'refund' && !['void', 'declined'].includes(status);
    const live = refunds.filter(isLive);
    const amountRefunded = live.reduce((sum, { amount }) => sum + (amount === undefined ? 1_000 : (amount ?? 0)), 0);
    const input = { orderId, amount: 10_000, amountRefunded, transactionId: '700', at };
    return orderBody({ ...input, fields: { related_transactions, ...fields } });
  }
}

async function oneByOne<Row>(worker: RowHandler<Row>): Promise<void> {
  for (const row of await worker.rows.claim(10)) await worker.perform(row);
}

/** As the service writes times: without a zone, as in Amsterdam in winter. */
const serviceTime = (at: number): string => new Date(at + HOUR).toISOString().slice(0, 19);
