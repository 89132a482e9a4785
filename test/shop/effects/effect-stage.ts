import { afterAll, afterEach, beforeAll, beforeEach, jest } from '@jest/globals';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { OnPayment, OnRefund, type PaymentEvent, type RefundEvent } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import type { Transactions } from '../../../src/database/engine/index.js';
import { TRANSACTIONS } from '../../../src/shop/core/index.js';
import { EffectsDispatcher, EffectsService, HandOver } from '../../../src/shop/effects/index.js';
import { HandedTimes } from '../../../src/shop/effects/outbox/handed-times.js';
import { TransitionEntity } from '../../../src/shop/orders/index.js';
import { RepeatLimit } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import { RecordingHandlers, shopOptions, startShop, type ShopHost } from '../../support/shop-host.js';
import { transcriptOf, type Transcript } from '../../support/transcript.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Event = PaymentEvent | RefundEvent;

/** What a warehouse does with orders, noted, and by the script. */
@Injectable()
export class Warehouse {
  act: (effect: string, event: Event, tx?: EntityManager) => unknown = () => undefined;

  constructor(@Inject(RecordingHandlers) private readonly recording: RecordingHandlers) {}

  @OnPayment(['reserved', 'shipped'], { name: 'keep' })
  keep(event: PaymentEvent, tx: EntityManager): unknown {
    return this.note('keep', event, tx);
  }

  @OnPayment('shipped', { name: 'book' })
  book(event: PaymentEvent, tx: EntityManager): unknown {
    return this.note('book', event, tx);
  }

  @OnPayment(['reserved', 'shipped'], { after: 'commit', name: 'print' })
  print(event: PaymentEvent): unknown {
    return this.note('print', event);
  }

  @OnPayment('shipped', { after: 'commit', name: 'mail' })
  mail(event: PaymentEvent): unknown {
    return this.note('mail', event);
  }

  @OnPayment('shipped', { after: 'commit', name: 'sweep-till', group: 'till' })
  sweepTill(event: PaymentEvent): unknown {
    return this.note('sweep-till', event);
  }

  @OnRefund('settled', { after: 'commit', name: 'credit' })
  credit(event: RefundEvent): unknown {
    return this.note('credit', event);
  }

  private note(effect: string, event: Event, tx?: EntityManager): unknown {
    this.recording.seen.push({
      phase: tx ? 'transaction' : 'commit',
      event: Object.assign({}, event as PaymentEvent, { effect }),
    });
    return this.act(effect, event, tx);
  }
}

/** A shop with two terminal groups whose transitions the script makes, for transcripts of what handlers do about them. */
export class EffectStage {
  readonly clock = new ManualClock(NOON);
  /** The time of this process; moves when the script moves it. */
  passedMs = 0;
  private running: ShopHost | undefined;
  private made = 0;

  /** Starts it before the tests of the block. Before each test everything is forgotten, and it is noon again. */
  constructor() {
    beforeAll(() => this.start());
    beforeEach(() => {
      jest.spyOn(Math, 'random').mockReturnValue(0.5);
      jest.spyOn(performance, 'now').mockImplementation(() => this.passedMs);
    });
    afterEach(() => this.clear());
    afterAll(() => this.shop.close());
  }

  get shop(): ShopHost {
    return this.running!;
  }

  get effects(): EffectsService {
    return this.shop.app.get(EffectsService);
  }

  get transactions(): Transactions {
    return this.shop.app.get<Transactions>(TRANSACTIONS);
  }

  /** What the handlers do from now on. */
  set act(act: Warehouse['act']) {
    this.shop.app.get(Warehouse).act = act;
  }

  script(steps: (written: Transcript) => Promise<unknown>): Promise<string> {
    return transcriptOf(this.shop, this.clock, steps);
  }

  /** The effects work after each of these times. */
  async worksAfter(written: Transcript, ...waits: readonly number[]): Promise<void> {
    for (const ms of waits) {
      this.clock.advance(ms);
      await written.work('effects');
    }
  }

  query(sql: string): Promise<unknown> {
    return this.shop.dataSource.query(sql);
  }

  /** A change of an order, as the ledger records it. */
  async changed(orderId: string, kind: string, change: Partial<TransitionEntity> = {}): Promise<TransitionEntity> {
    this.made += 1;
    const transition: TransitionEntity = {
      id: `00000000-0000-4000-8000-${String(this.made).padStart(12, '0')}`,
      group: 'web',
      orderId,
      reference: null,
      version: 1,
      kind,
      previousStatus: null,
      status: kind,
      transactionId: '700',
      paymentMethod: 'IDEAL',
      amount: 1250,
      amountRefunded: 0,
      tip: null,
      currency: 'EUR',
      source: 'poll',
      observationId: null,
      refund: null,
      recordedAt: this.clock.now(),
      ...change,
    };
    await this.shop.dataSource.manager.insert(TransitionEntity, transition);
    return transition;
  }

  /** Its effects are recorded, as in the ledger's transaction. */
  record(transitions: readonly TransitionEntity[], patienceMs?: number): Promise<number> {
    return this.effects.recording((recorded) =>
      this.transactions.run((tx) => this.effects.apply(tx, transitions, { recorded, patienceMs })),
    );
  }

  private async start(): Promise<void> {
    const [web] = shopOptions().terminalGroups;
    const till = { ...web!, name: 'till', apiKeys: [canaryKey('till')] };
    const notificationUrl = 'http://localhost:9/payments/notifications/till';
    const terminalGroups = [web!, { ...till, notificationUrl }];
    const options = { workers: 'off' as const, clock: this.clock, terminalGroups };
    // Hosts provide more than objects with methods.
    const providers = [
      Warehouse,
      ...[null, 'text', 7].map((useValue, index) => ({ provide: `value-${index}`, useValue })),
    ];
    const nothing = { provide: 'nothing', useFactory: () => undefined };
    this.running = await startShop({ options, providers: [...providers, nothing] });
  }

  private async clear(): Promise<void> {
    jest.restoreAllMocks();
    this.act = () => undefined;
    const { app } = this.shop;
    const handing = app.get(HandOver);
    Object.assign(handing, { transport: null, awayUntil: 0, times: new HandedTimes(2.5 * MINUTE) });
    // What the log has held back is for no other test.
    for (const logger of [Reflect.get(handing, 'logger'), Reflect.get(app.get(EffectsDispatcher), 'retried')])
      Object.assign(logger as object, { limit: new RepeatLimit() });
    await this.query('DELETE FROM tillbridge_decision');
    await this.shop.forget();
    // As long as rows were found the effects are claimed without looking first.
    await this.shop.drain();
    this.clock.set(NOON);
    this.made = 0;
    this.passedMs += HOUR;
  }
}
