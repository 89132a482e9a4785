import { expect } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent, type RetentionOptions } from 'tillbridge';
import { ManualClock, orderBody, signedNotification, type OrderBodyInput } from 'tillbridge/testing';
import type { TestEngineName } from '../../support/engines.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/** In milliseconds. */
export const DAY = 86_400_000;

/** Fails until it no longer is broken. */
@Injectable()
class Mailer {
  isBroken = true;
  readonly sent: PaymentEvent[] = [];

  @OnPayment('declined', { after: 'commit', name: 'Mailer.regret' })
  regret(event: PaymentEvent): void {
    if (this.isBroken) throw new Error('ann@example.org is not at home');
    this.sent.push(event);
  }
}

/** A shop whose days pass by hand. */
export class RetentionStage {
  private constructor(
    readonly shop: ShopHost,
    readonly clock: ManualClock,
  ) {}

  static async start(engine: TestEngineName, retention?: RetentionOptions): Promise<RetentionStage> {
    const clock = new ManualClock(Date.now());
    const options = { workers: 'off' as const, clock, ...(retention && { retention }) };
    return new RetentionStage(await startShop({ engine, options, providers: [Mailer] }), clock);
  }

  get mailer(): Mailer {
    return this.shop.app.get(Mailer);
  }

  /** A notification about an order, stored and applied. @returns the request, to be sent again */
  async see(orderId: string, input: Partial<OrderBodyInput> = {}): Promise<() => Promise<Response>> {
    const at = this.clock.now();
    const body = orderBody({ orderId, amount: 1250, at, ...input });
    const { search, headers, body: bytes } = signedNotification({ key: this.shop.key, orderId, body, at });
    const send = () => this.shop.post(search, headers, bytes);
    expect((await send()).status).toBe(200);
    await this.shop.drain();
    return send;
  }

  /** Works on what is waiting until a failing effect is given up. */
  async giveUp(): Promise<void> {
    for (let attempt = 0; attempt < 13; attempt += 1) {
      await this.shop.drain();
      this.clock.advance(600_000);
    }
  }

  rows<Row>(sql: string): Promise<Row[]> {
    return this.shop.dataSource.query(sql) as Promise<Row[]>;
  }
}
