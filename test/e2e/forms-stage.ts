import { Injectable } from '@nestjs/common';
import { Money, OnPayment, type PaymentEvent } from 'tillbridge';
import type { SandboxOptions } from 'tillbridge/sandbox';
import { NotificationEntity } from '../../src/shop/notifications/inbox/notification.entity.js';
import { RefundEntity } from '../../src/shop/refund-records/index.js';
import { PollStage } from '../shop/polling/poll-stage.js';
import type { TestEngineName } from '../support/engines.js';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Notes what is reported of each order. */
@Injectable()
class Reported {
  private readonly events: PaymentEvent[] = [];

  @OnPayment([
    'completed',
    'authorised',
    'uncleared',
    'shipped',
    'declined',
    'voided',
    'refunded',
    'partial_refunded',
    'restored',
    'chargedback',
  ])
  note(event: PaymentEvent): void {
    this.events.push(event);
  }

  of(orderId: string): PaymentEvent[] {
    return this.events.filter((event) => event.orderId === orderId);
  }
}

/** A shop beside a sandbox that reports in other forms than usual. */
export class FormsStage {
  private number = 0;

  private constructor(private readonly stage: PollStage) {}

  static async start(engine: TestEngineName, forms: Partial<SandboxOptions> = {}): Promise<FormsStage> {
    return new FormsStage(await PollStage.start({ engine, providers: [Reported], forms }));
  }

  get sandbox() {
    return this.stage.sandbox;
  }

  get orders() {
    return this.stage.payments.group('web').orders;
  }

  /** An order of 12.50 whose notifications arrive. */
  async create(capture?: 'manual'): Promise<string> {
    const orderId = `F-${(this.number += 1)}`;
    const notificationUrl = `${this.stage.shop.url}/payments/notifications/web`;
    await this.stage.create(orderId, { notificationUrl, ...(capture && { capture }) });
    return orderId;
  }

  async paid(method: string): Promise<string> {
    const orderId = await this.create();
    await this.sandbox.pay(orderId, { method });
    await this.settled();
    return orderId;
  }

  /** Everything that was sent is applied, and every read that it requires is made. */
  async settled(ms = MINUTE): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await this.sandbox.advance(ms);
      await this.stage.shop.drain();
      await this.stage.tick();
    }
  }

  find(orderId: string) {
    return this.stage.payments.orders.find(orderId);
  }

  reported(orderId: string): string[] {
    return this.stage.shop.app
      .get(Reported)
      .of(orderId)
      .map(({ kind }) => kind);
  }

  /** By which method each reported payment was made. */
  methods(orderId: string): (string | null)[] {
    return this.stage.shop.app
      .get(Reported)
      .of(orderId)
      .map(({ paymentMethod }) => paymentMethod);
  }

  /** What can still be refunded, minor units. */
  async left(orderId: string): Promise<number> {
    return (await this.stage.payments.refunds.remaining(orderId)).amount;
  }

  refund(orderId: string, amount: number, key = orderId) {
    const money = Money.ofMinor(amount, 'EUR');
    return this.stage.payments.refunds.request({ group: 'web', orderId, amount: money, reason: 'x', key });
  }

  /** The recorded returns of an order: who made each, its state and its amount. */
  async returns(orderId: string): Promise<string[]> {
    const rows = await this.stage.shop.dataSource.manager.findBy(RefundEntity, { orderId });
    return rows.map(({ origin, state, amount }) => `${origin} ${state} ${amount}`).toSorted();
  }

  /** The notifications that were received, and what became of each. */
  async notified(): Promise<string[]> {
    const rows = await this.stage.shop.dataSource.manager.find(NotificationEntity, { order: { id: 'ASC' } });
    return rows.map(({ orderId, state }) => `${orderId.replace(/^r-.*/, 'r-*')} ${state}`);
  }

  /** What a comparison with the list finds of an order, and what became of it. */
  async differences(orderId: string): Promise<string[]> {
    const to = this.stage.clock.now();
    const about = { group: 'web', from: to - DAY, to, by: 'ann', why: 'to see' };
    const { differences } = await this.stage.payments.reconcile(about);
    return differences.filter((each) => each.orderId === orderId).map(({ kind, outcome }) => `${kind} ${outcome}`);
  }

  /** Compares while the list has one transaction a page, and others come in. */
  async shifted<T>(work: () => Promise<T>): Promise<T> {
    const { service, clock } = this.stage;
    let number = 0;
    service.pageSize = 1;
    service.beforePage = () => {
      number += 1;
      const isNew = number % 2 === 0;
      return isNew
        ? service.addListed([{ id: `N-${number}`, openedAt: clock.now() + number, status: 'initialized' }])
        : undefined;
    };
    try {
      return await work();
    } finally {
      service.pageSize = null;
      service.beforePage = () => undefined;
    }
  }

  close(): Promise<void> {
    return this.stage.close();
  }
}
