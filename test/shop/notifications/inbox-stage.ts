import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody, signedNotification, type OrderBodyInput } from 'tillbridge/testing';
import { BatchSize } from '../../../src/shop/workers/index.js';
import { InboxWorker } from '../../../src/shop/notifications/index.js';
import { canaryKey } from '../../support/canary.js';
import { json, ScriptedService, type Reply } from '../../support/scripted-service.js';
import { shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const DAY = 86_400_000;
const URL = 'http://localhost:9/payments/notifications';

/** Books payments, and does to a transaction what the script says; the time that it takes stands still otherwise. */
@Injectable()
export class Bookings {
  act: (event: PaymentEvent, tx: EntityManager) => unknown = () => undefined;

  @OnPayment(['completed', 'voided'])
  book(event: PaymentEvent, tx: EntityManager): unknown {
    return this.act(event, tx);
  }
}

type Input = Omit<OrderBodyInput, 'amount' | 'at'> & { readonly group?: string; readonly laterMs?: number };

/** A shop with two terminal groups and a service that answers what the script says, for transcripts of the inbox. */
export class InboxStage {
  readonly clock = new ManualClock(NOON);
  /** The time of this process, which handlers take; moves when the script moves it. */
  tookMs = 0;
  private running: { shop: ShopHost; service: ScriptedService } | undefined;

  /** Starts both before the tests of the block. Before each test everything is forgotten, and it is noon again. */
  constructor() {
    beforeAll(() => this.start());
    beforeEach(() => {
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
      jest.spyOn(performance, 'now').mockImplementation(() => this.tookMs);
    });
    afterEach(() => this.clear());
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

  get bookings(): Bookings {
    return this.shop.app.get(Bookings);
  }

  script(steps: (written: Transcript) => Promise<unknown>): Promise<string> {
    return transcriptOf(this.shop, this.clock, steps);
  }

  /** The inbox works after each of these times. */
  async worksAfter(written: Transcript, ...waits: readonly number[]): Promise<void> {
    for (const ms of waits) {
      this.clock.advance(ms);
      await written.work('inbox');
    }
  }

  addOrder(orderId: string, group = 'web'): Promise<void> {
    return this.shop.addOrder(orderId, 1250, group, this.clock.now());
  }

  /** The service notifies of an order, by default as paid. */
  notify({ group = 'web', ...input }: Input): Promise<Response> {
    return this.post(input.orderId, JSON.stringify(this.bodyOf(input)), group);
  }

  /** A signed request with any body. */
  post(orderId: string, text: string, group = 'web'): Promise<Response> {
    const at = this.clock.now();
    const { search, headers, body } = signedNotification({ key: canaryKey(group), orderId, body: text, at });
    return fetch(`${this.shop.url}${this.shop.path}/${group}${search}`, { method: 'POST', headers, body });
  }

  /** What the service answers when it is asked for an order. */
  truth(input: Input): Reply {
    return json(200, { success: true, data: this.bodyOf(input) });
  }

  query(sql: string): Promise<unknown> {
    return this.shop.dataSource.query(sql);
  }

  private bodyOf({ laterMs = 0, ...input }: Input): Record<string, unknown> {
    const transaction = input.status === 'initialized' ? { transactionId: null } : {};
    return orderBody({ amount: 1250, at: this.clock.now() + laterMs, ...transaction, ...input });
  }

  private async start(): Promise<void> {
    const service = await ScriptedService.start();
    const [web] = shopOptions().terminalGroups;
    const of = (name: string, more: object = {}) => ({
      ...web!,
      name,
      apiKeys: [canaryKey(name)],
      baseUrl: service.url,
      notificationUrl: `${URL}/${name}`,
      ...more,
    });
    const terminalGroups = [of('web', { aliases: ['old-web', 'older-web'] }), of('till', { orderIdPrefix: 'till-' })];
    const options = { workers: 'off' as const, clock: this.clock, terminalGroups };
    this.running = { service, shop: await startShop({ options, providers: [Bookings] }) };
  }

  private async clear(): Promise<void> {
    jest.restoreAllMocks();
    await this.shop.forget();
    // As long as rows were found the inbox claims without looking first.
    await this.shop.drain();
    this.service.script();
    this.bookings.act = () => undefined;
    this.clock.set(NOON);
    this.tookMs += DAY;
    const size = Reflect.get(this.shop.app.get(InboxWorker), 'batchSize') as BatchSize;
    Object.assign(size, { size: new BatchSize({ budgetMs: 1, most: 1 }).current });
  }
}
