import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  Money,
  OnRefund,
  PaymentsClient,
  TerminalGroups,
  type Clock,
  type RefundEvent,
  type TerminalGroup,
  type TerminalGroupOptions,
} from 'tillbridge';
import { startSandbox, type RunningSandbox, type SandboxOptions, type SandboxSwitches } from 'tillbridge/sandbox';
import { ManualClock } from 'tillbridge/testing';
import { NEW_REFUND } from '../../../../src/shop/refund-records/protocol/refund-protocol.types.js';
import { RefundSendWorker } from '../../../../src/shop/refunds/index.js';
import {
  RefundEntity,
  RefundEvidenceEntity,
  RefundLaneEntity,
  RefundWatchEntity,
} from '../../../../src/shop/refund-records/index.js';
import { canaryKey } from '../../../support/canary.js';
import type { TestEngineName } from '../../../support/engines.js';
import { shopOptions, startShop, type ShopHost, type ShopHostInput } from '../../../support/shop-host.js';

/** Noon in Amsterdam: refunds of this day are paid out in twelve hours. */
export const NOON = Date.UTC(2026, 0, 15, 11);
export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 3_600_000;

const groupOptions = (name: string): TerminalGroupOptions => ({
  ...shopOptions().terminalGroups[0]!,
  name,
  apiKeys: [canaryKey(name)],
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
});

/** Handlers of refunds that note what they are told. */
@Injectable()
export class RefundRecorder {
  readonly inside: RefundEvent[] = [];
  readonly after: RefundEvent[] = [];
  /** Whether what it does inside the transaction fails, and with what. */
  isBroken = false;
  failure = new Error('the books are closed');

  @OnRefund(['accepted', 'settled', 'rejected', 'manual', 'cancelled', 'elsewhere'])
  inTransaction(event: RefundEvent, tx: EntityManager): void {
    if (!tx.queryRunner?.isTransactionActive) throw new Error('not inside a transaction');
    if (this.isBroken) throw this.failure;
    this.inside.push(event);
  }

  @OnRefund(['accepted', 'settled', 'rejected', 'manual', 'cancelled', 'elsewhere'], { after: 'commit' })
  afterCommit(event: RefundEvent): void {
    this.after.push(event);
  }
}

/** What a test wants of its stage besides the sandbox's switches. */
export interface StageInput {
  /** Terminal groups, with an account each; their first is the one that helpers mean. */
  groups?: readonly string[];
  /** How the service writes, besides its switches. */
  service?: Pick<SandboxOptions, 'amountRefundedAs'>;
  /** What their options say besides. */
  groupAt?: (serviceUrl: string) => Promise<Partial<TerminalGroupOptions>>;
  /** The shop's clock, when it is not that of the service. */
  clockOf?: (clock: ManualClock) => Clock;
  /** What the shop has besides the module. */
  shop?: Omit<ShopHostInput, 'engine' | 'options'>;
}

/** A shop and the sandbox on one clock that only the test moves. */
export class RefundStage {
  private constructor(
    readonly clock: ManualClock,
    readonly service: RunningSandbox,
    readonly shop: ShopHost,
  ) {}

  static async start(
    engine: TestEngineName,
    switches: Partial<SandboxSwitches> = {},
    {
      groups = ['web'],
      service: form = {},
      groupAt = async () => ({}),
      clockOf = (own) => own,
      shop = {},
    }: StageInput = {},
  ): Promise<RefundStage> {
    const clock = new ManualClock(NOON);
    const accounts = groups.map((name) => ({ name, apiKey: canaryKey(name), terminals: [{ id: 'desk-1' }] }));
    const service = await startSandbox({ ...form, terminalGroups: accounts, clock });
    for (const name of groups) service.sandbox.adjust(name, switches);
    const own = { baseUrl: service.url, ...(await groupAt(service.url)) };
    const terminalGroups = groups.map((name) => ({ ...groupOptions(name), ...own }));
    const options = { clock: clockOf(clock), workers: 'off' as const, terminalGroups };
    const providers = [RefundRecorder, ...(shop.providers ?? [])];
    return new RefundStage(clock, service, await startShop({ ...shop, engine, options, providers }));
  }

  async close(): Promise<void> {
    await this.shop.close();
    await this.service.close();
  }

  /** Forgets every refund, and lets the lane go at once. */
  async clear(): Promise<void> {
    const { manager } = this.shop.dataSource;
    for (const entity of [RefundEntity, RefundWatchEntity]) await manager.clear(entity);
    const free = {
      state: 'pending' as const,
      nextSlotAt: 0,
      pausedUntil: 0,
      dueAt: 0,
      leaseToken: null,
      guardScope: null,
      refusals: 0,
    };
    await manager.update(RefundLaneEntity, { id: 'web' }, free);
    await this.pass(2 * SECOND);
  }

  get reported(): RefundRecorder {
    return this.shop.app.get(RefundRecorder);
  }

  /** What sends; on its own, it is told by the test when. */
  get lanes(): RefundSendWorker {
    return this.shop.app.get(RefundSendWorker);
  }

  get group(): TerminalGroup {
    return this.shop.app.get(TerminalGroups).get('web');
  }

  /** What handlers were told inside the transaction and after the commit, as `kind amount`. */
  reportedFor(orderId: string): { inside: string[]; after: string[] } {
    const words = (events: readonly RefundEvent[]) =>
      events.filter((event) => event.orderId === orderId).map(({ kind, amount }) => `${kind} ${amount.amount}`);
    return { inside: words(this.reported.inside), after: words(this.reported.after) };
  }

  /** An order that was paid, and that the shop knows to be; its notifications go to the shop, or get lost. */
  async paid(orderId: string, amount = 10_000, notifications: 'arrive' | 'lost' = 'arrive'): Promise<void> {
    const { url, path } = this.shop;
    const host = notifications === 'arrive' ? url : 'http://localhost:9';
    await this.shop.payments.group('web').orders.create({
      orderId,
      amount: Money.ofMinor(amount, 'EUR'),
      description: 'Two mugs',
      notificationUrl: `${host}${path}/web`,
      redirectUrl: 'http://localhost:3000/return',
    });
    await this.service.sandbox.pay(orderId);
    await this.shop.payments.orders.sync(orderId, { by: 'test', why: 'it was paid' });
    await this.shop.drain();
  }

  /** A refund as it stands after whatever happened to it before; its watch is due when it says so. */
  async refund(orderId: string, change: Partial<RefundEntity> = {}): Promise<RefundEntity> {
    const now = this.clock.now();
    const id = change.id ?? `${orderId}-${now}-${Math.random().toString(36).slice(2, 8)}`.slice(-36);
    const row = Object.assign(new RefundEntity(), {
      ...NEW_REFUND,
      id,
      group: 'web',
      orderId,
      serviceOrderId: orderId,
      origin: 'shop' as const,
      key: id,
      tag: `r-${id}`,
      amount: 1_000,
      currency: 'EUR',
      description: 'broken',
      cart: null,
      batchId: null,
      held: 0,
      fence: 0,
      askedBy: null,
      createdAt: now,
      updatedAt: now,
      ...change,
    });
    await this.shop.dataSource.manager.insert(RefundEntity, row);
    const work = { attempts: 0, leaseToken: null, leaseUntil: null, lastError: null };
    const dueAt = row.state === 'sending' ? now : row.nextReadAt;
    if (dueAt !== null)
      await this.shop.dataSource.manager.insert(RefundWatchEntity, { id, state: 'pending', dueAt, ...work });
    return row;
  }

  /** One that was sent a moment ago, of which no one knows whether it arrived. */
  unknown(orderId: string, change: Partial<RefundEntity> = {}): Promise<RefundEntity> {
    const now = this.clock.now();
    const doubt = { state: 'unknown' as const, attempts: 1, lastSentAt: now, unknownSince: now, reason: 'TIMEOUT' };
    return this.refund(orderId, { ...doubt, nextReadAt: now + 5 * SECOND, ...change });
  }

  /** The service books it, and the shop does not hear of it. */
  async book({ orderId, amount, tag }: Pick<RefundEntity, 'orderId' | 'amount' | 'tag'>): Promise<string> {
    const input = { amount: Money.ofMinor(amount, 'EUR'), refundOrderId: tag };
    const { refundId } = await this.shop.app.get(PaymentsClient).refundOrder(this.group, orderId, input);
    return String(refundId);
  }

  /** The refund as it is now. */
  now({ id }: Pick<RefundEntity, 'id'>): Promise<RefundEntity> {
    return this.shop.dataSource.manager.findOneByOrFail(RefundEntity, { id });
  }

  /** Refunds of an order that were made elsewhere, as `state amount`. */
  async elsewhere(orderId: string): Promise<string[]> {
    const where = { orderId, origin: 'elsewhere' as const };
    const rows = await this.shop.dataSource.manager.find(RefundEntity, { where, order: { id: 'ASC' } });
    return rows.map(({ state, amount }) => `${state} ${amount}`);
  }

  /** What is known of a refund's fate, oldest first, as `kind outcome`. */
  async evidence({ id }: Pick<RefundEntity, 'id'>): Promise<string[]> {
    const rows = await this.shop.dataSource.manager.find(RefundEvidenceEntity, {
      where: { refundId: id },
      order: { at: 'ASC', id: 'ASC' },
    });
    return rows.map(({ kind, outcome }) => `${kind} ${outcome}`);
  }

  /** Lets time pass for both sides, and works off what is due then. */
  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.service.sandbox.runDue();
    await this.shop.drain();
  }
}
