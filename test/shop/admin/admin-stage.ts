import { ManualClock, orderBody } from 'tillbridge/testing';
import type { TerminalGroupOptions } from 'tillbridge';
import { DecisionEntity } from '../../../src/shop/decisions/index.js';
import { OutboxEntity } from '../../../src/shop/effects/index.js';
import { NotificationEntity } from '../../../src/shop/notifications/index.js';
import {
  AttemptEntity,
  ObservationEntity,
  PaymentOrderEntity,
  TransitionEntity,
} from '../../../src/shop/orders/index.js';
import type { ReceivedMoney } from '../../../src/shop/orders/merge/merge.types.js';
import { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { RefundEntity, RefundEvidenceEntity } from '../../../src/shop/refund-records/index.js';
import { canaryKey } from '../../support/canary.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';

export const NOON = Date.UTC(2026, 0, 15, 11);
export const SECOND = 1_000;
export const HOUR = 3_600_000;
export const ANN = { by: 'ann', why: 'the customer has called' };

/** Tables that `forget` leaves as they are. */
const OTHER_TABLES = ['decision', 'refund', 'refund_evidence', 'refund_watch', 'lane', 'sweep', 'budget'];

/** What rows have unless a test says otherwise. */
const ORDER = { mode: 'sandbox', amount: 1250, currency: 'EUR', description: 'Two mugs' };
const ATTEMPT = { number: 1, amount: 1250, currency: 'EUR', createState: 'created' as const, requestFingerprint: '' };
const BODY = JSON.stringify(orderBody({ orderId: 'A', amount: 1250, at: NOON }));
const NOTIFICATION = { signedAt: NOON, keyId: '08a116cd', body: Buffer.from(BODY), state: 'done' as const };
const REFUND = { amount: 200, currency: 'EUR', description: 'A mug is broken', origin: 'shop' as const };

const groupOf = (name: string, baseUrl: string, change: Partial<TerminalGroupOptions>): TerminalGroupOptions => ({
  ...shopOptions().terminalGroups[0]!,
  name,
  baseUrl,
  apiKeys: [canaryKey(name)],
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  calls: { callsPerSecond: 1_000, burst: 1_000, maxWaiting: 1_000 },
  ...change,
});

/** Money that came for an attempt. */
export const received = (attempt: number, amount: number, tip = 0): ReceivedMoney => ({
  attempt,
  id: String(700 + attempt),
  kind: 'other',
  serviceOrderId: attempt === 1 ? 'A' : 'A-2',
  amount,
  currency: 'EUR',
  tip,
  reported: 0,
  modifiedAt: NOON,
  standing: true,
});

/** As the shop keeps what it knows of a payment. */
export const paidBy = (attempt: number, id = String(700 + attempt), amount = 1250) => ({
  status: 'completed' as const,
  paidAt: NOON,
  paidTransactionId: id,
  transactions: [
    {
      attempt,
      id,
      facts: {
        status: 'completed' as const,
        word: 'completed',
        related: 0,
        financialStatus: 'completed',
        amountRefunded: 0,
        modifiedAt: NOON,
        fingerprint: 'f',
      },
      paid: true,
      held: null,
      recordedAt: NOON,
    },
  ],
  received: [received(attempt, amount)],
});

/** A shop with the terminal groups `web` and `till` and a scripted service, for transcripts of what people do by hand. */
export class AdminStage {
  private constructor(
    readonly clock: ManualClock,
    readonly service: ScriptedService,
    readonly shop: ShopHost,
  ) {}

  static async start(change: Partial<TerminalGroupOptions> = {}): Promise<AdminStage> {
    const clock = new ManualClock(NOON);
    const service = await ScriptedService.start();
    const [web, till] = ['web', 'till'].map((name) => groupOf(name, service.url, change));
    const terminalGroups = [{ ...web!, aliases: ['shop'] }, till!];
    return new AdminStage(clock, service, await startShop({ options: { workers: 'off', clock, terminalGroups } }));
  }

  async close(): Promise<void> {
    await this.shop.close();
    this.service.close();
  }

  async forget(): Promise<void> {
    const { dataSource } = this.shop;
    const tables: { name: string }[] = await dataSource.query(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'tillbridge_%'`,
    );
    const isThere = (table: string): boolean => tables.some(({ name }) => name === `tillbridge_${table}`);
    for (const table of OTHER_TABLES.filter(isThere)) await dataSource.query(`DELETE FROM tillbridge_${table}`);
    await this.shop.forget();
    this.clock.set(NOON);
  }

  transcript(script: (written: Transcript) => Promise<unknown>): Promise<string> {
    return transcriptOf(this.shop, this.clock, script);
  }

  /** An order with its first attempt. */
  async order(orderId: string, change: Partial<PaymentOrderEntity> = {}): Promise<void> {
    const times = { createdAt: NOON, updatedAt: NOON };
    const row = { group: 'web', orderId, ...ORDER, ...times, ...change };
    await this.shop.dataSource.manager.insert(PaymentOrderEntity, row);
    await this.attempt(orderId, { group: row.group, createdAt: row.createdAt, amount: row.amount });
  }

  attempt(orderId: string, change: Partial<AttemptEntity> = {}) {
    const times = { createdAt: NOON, updatedAt: NOON };
    return this.shop.dataSource.manager.insert(AttemptEntity, {
      group: 'web',
      orderId,
      serviceOrderId: orderId,
      ...ATTEMPT,
      ...times,
      ...change,
    });
  }

  notification(id: string, orderId: string, change: Partial<NotificationEntity> = {}) {
    const times = { receivedAt: NOON, dueAt: NOON };
    const row = { id, deliveryKey: id, group: 'web', orderId, ...NOTIFICATION, ...times, ...change };
    return this.shop.dataSource.manager.insert(NotificationEntity, row);
  }

  refund(id: string, orderId: string, change: Partial<RefundEntity> = {}) {
    const times = { createdAt: NOON, updatedAt: NOON };
    const about = { id, group: 'web', orderId, serviceOrderId: orderId, key: `key-${id}`, tag: `r-${id}` };
    return this.shop.dataSource.manager.insert(RefundEntity, {
      ...about,
      ...REFUND,
      state: 'queued',
      ...times,
      ...change,
    });
  }

  evidence(id: string, refundId: string, change: Partial<RefundEvidenceEntity> = {}) {
    const facts = { kind: 'answer' as const, attempt: 1, outcome: 'accepted', state: 'accepted' };
    return this.shop.dataSource.manager.insert(RefundEvidenceEntity, {
      id,
      refundId,
      ...facts,
      startedAt: NOON,
      at: NOON,
      ...change,
    });
  }

  effect(id: string, orderId: string, change: Partial<OutboxEntity> = {}) {
    const facts = { group: 'web', orderId, transitionId: `t-${id}`, version: 1, effect: `Mailer.${id}` };
    const times = { createdAt: NOON, dueAt: NOON };
    return this.shop.dataSource.manager.insert(OutboxEntity, {
      id,
      ...facts,
      ...times,
      state: 'pending' as const,
      ...change,
    });
  }

  poll(serviceOrderId: string, change: Partial<PollEntity> = {}) {
    const times = { openedAt: NOON, dueAt: NOON, polledAt: 0, askedAt: 0 };
    return this.shop.dataSource.manager.insert(PollEntity, {
      id: `p-${serviceOrderId}`,
      group: 'web',
      serviceOrderId,
      state: 'pending' as const,
      ...times,
      ...change,
    });
  }

  transition(id: string, orderId: string, change: Partial<TransitionEntity> = {}) {
    const facts = { group: 'web', orderId, version: 1, kind: 'completed', status: 'completed' as const };
    const money = { amount: 1250, amountRefunded: 0, currency: 'EUR' };
    return this.shop.dataSource.manager.insert(TransitionEntity, {
      id,
      ...facts,
      ...money,
      source: 'notification' as const,
      recordedAt: NOON,
      ...change,
    });
  }

  observation(id: string, orderId: string, change: Partial<ObservationEntity> = {}) {
    const facts = {
      attempt: 1,
      source: 'notification' as const,
      rawStatus: 'completed',
      decision: 'transition' as const,
    };
    return this.shop.dataSource.manager.insert(ObservationEntity, {
      id,
      group: 'web',
      orderId,
      ...facts,
      reason: 'completed',
      observedAt: NOON,
      ...change,
    });
  }

  decision(id: string, orderId: string, change: Partial<DecisionEntity> = {}) {
    const facts = { about: 'order' as const, decision: 'synced' as const };
    return this.shop.dataSource.manager.insert(DecisionEntity, {
      id,
      group: 'web',
      orderId,
      ...facts,
      ...ANN,
      decidedAt: NOON,
      ...change,
    });
  }
}

/** What the service answers of an order. */
export const answer = (orderId: string, input: Partial<Parameters<typeof orderBody>[0]> = {}): Reply =>
  json(200, { success: true, data: orderBody({ orderId, amount: 1250, at: NOON, ...input }) });
