import { Money } from '../../../src/index.js';
import type { Random } from '../../support/random.js';
import type { Journal } from './journal.js';
import type { Replica } from './replica.js';
import type { Stage } from './stage.js';
import { METHODS, MOVES, PAID_STORIES, REFUSALS, STORIES, type MoveName } from './stories.js';

/** In cents: equal ones are not rare, and three of them may be too much. */
const REFUNDS = [500, 500, 700] as const;
/** What is given back elsewhere; two of them are no refund of the shop. */
const LITTLE = 90;
/** What every order costs. */
export const AMOUNT = 1_250;
/** After this the service takes no money any more; the shop must find out. */
const ACTIVE_SECONDS = 3_000;
const PAID = 'SELECT order_id FROM tillbridge_order WHERE paid_at IS NOT NULL ORDER BY order_id';
const ACTOR = { by: 'ann', why: 'to be sure' } as const;
const HOUR = 3_600_000;
/** The discard port, on which nothing listens. */
const NO_ONE = 'http://127.0.0.1:9';

/** Something that happens, by whoever does it. */
export type Action =
  | 'order'
  | 'move'
  | 'elsewhere'
  | 'settle'
  | 'sync'
  | 'replay'
  | 'refund'
  | 'cancel'
  | 'capture'
  | 'work';

/** Everyone who has to do with the orders of one schedule, and those who should not. */
export class People {
  readonly orders: string[] = [];
  /** Chance that refunds of a new order are refused. */
  refusedChance = 0;
  /** Chance that notifications of a new order go where no one is. */
  unheardChance = 0;
  /** Looks that someone asked for, and requests that may lead to one. */
  asked = 0;
  /** Whoever goes to the checkout pays. */
  paysSoon = false;
  /** The order that everything is about; null: any. */
  about: string | null = null;
  /** The replica that everything comes to; null: any. */
  only: Replica | null = null;
  readonly #plots = new Map<string, MoveName[]>();
  readonly #methods = new Map<string, string>();
  readonly #toBeCaptured = new Set<string>();
  #refunds = 0;

  constructor(
    private readonly stage: Stage,
    private readonly random: Random,
    private readonly journal: Journal,
    private readonly prefix: string,
  ) {}

  /** Someone goes to the checkout, and may press the button twice. */
  async order(): Promise<void> {
    const { random } = this;
    const orderId = `${this.prefix}-${this.orders.length + 1}`;
    const isReserved = random.chance(0.08);
    const refusal = random.chance(this.refusedChance) ? random.pick(REFUSALS) : null;
    if (refusal !== null) this.journal.count('refunds of an order refused');
    const isUnheard = this.unheardChance > 0 && random.chance(this.unheardChance);
    if (isUnheard) this.journal.count('notifications of an order to no one');
    this.orders.push(orderId);
    const story = isReserved ? (['pays'] as const) : random.pick(this.paysSoon ? PAID_STORIES : STORIES);
    this.#plots.set(orderId, [...story]);
    // Only cards can be reserved and captured later.
    this.#methods.set(orderId, isReserved ? 'VISA' : random.pick(METHODS));
    if (isReserved) this.#toBeCaptured.add(orderId);
    const input = {
      orderId,
      amount: Money.ofMinor(AMOUNT, 'EUR'),
      description: 'Two mugs',
      redirectUrl: 'http://localhost:3000/return',
      notificationUrl: `${isUnheard ? NO_ONE : this.replica().url}/payments/notifications/${this.stage.group}`,
      secondsActive: ACTIVE_SECONDS,
      ...(isReserved ? ({ capture: 'manual' } as const) : {}),
      ...(refusal === null ? {} : { var1: refusal }),
    };
    this.journal.note(
      () => `${orderId} is ordered${isReserved ? ', to be captured' : ''}: ${story.join(', ') || 'nothing'}`,
    );
    await this.#twice(() => this.replica().payments.group(this.stage.group).orders.create(input));
  }

  /** Whether its money is only reserved until it is captured. */
  isToBeCaptured(orderId: string): boolean {
    return this.#toBeCaptured.has(orderId);
  }

  /** The next thing that becomes of one of the payments. */
  async move(): Promise<void> {
    const orderId = this.anyOrder();
    if (orderId === null) return;
    const name = this.#plots.get(orderId)?.shift();
    if (name === undefined) return;
    this.journal.note(() => `${orderId} ${name}`);
    await MOVES[name](this.stage.sandbox, orderId, { method: this.#methods.get(orderId) ?? 'IDEAL' });
  }

  /** The shop's staff gives a little back in the dashboard of the service. */
  async elsewhere(): Promise<void> {
    const orderId = this.paidOrder();
    if (orderId === null) return;
    this.journal.note(() => `${orderId}: a little is given back in the dashboard of the service`);
    await this.stage.sandbox.refund(orderId, { amount: LITTLE });
  }

  /** A shopper is back from the payment page, and reloads it. */
  async settle(): Promise<void> {
    const orderId = this.anyOrder();
    if (orderId === null) return;
    this.journal.note(() => `${orderId}: the shopper is back`);
    await this.#twice(() => this.replica().payments.orders.settle(orderId, { group: this.stage.group, leastGapMs: 0 }));
  }

  /** An operator reads an order. */
  async sync(): Promise<void> {
    const orderId = this.anyOrder();
    if (orderId === null) return;
    this.journal.note(() => `${orderId} is synchronised`);
    await this.#twice(() => this.replica().payments.orders.sync(orderId, { group: this.stage.group, ...ACTOR }));
  }

  /** An operator has everything of the last hour applied once more. */
  async replay(): Promise<void> {
    const now = this.stage.clock.now();
    this.journal.note(() => 'notifications are replayed');
    await this.replica().payments.notifications.replay({ from: now - HOUR, to: now }, ACTOR);
  }

  /** An operator gives money back, and may press the button twice. */
  async refund(): Promise<void> {
    const orderId = this.paidOrder();
    if (orderId === null) return;
    const amount = this.random.chance(0.1) ? ('remaining' as const) : Money.ofMinor(this.random.pick(REFUNDS), 'EUR');
    const key = `${orderId}-${(this.#refunds += 1)}`;
    this.journal.note(() => `${orderId}: a refund of ${String(amount)} is asked for as ${key}`);
    await this.#twice(() =>
      this.replica().payments.refunds.request({ group: this.stage.group, orderId, amount, key, reason: 'broken' }),
    );
  }

  /** An operator calls a refund off. */
  async cancel(): Promise<void> {
    const { items: refunds } = await this.replica().payments.refunds.list({ group: this.stage.group });
    if (refunds.length === 0) return;
    const { id, key } = this.random.pick(refunds);
    this.journal.note(() => `the refund ${key} is cancelled`);
    await this.#twice(() => this.replica().payments.refunds.cancel(id, { group: this.stage.group, ...ACTOR }));
  }

  /** What was reserved is captured. */
  async capture(): Promise<void> {
    const orderId = this.anyOrder();
    if (orderId === null) return;
    const { status } = await this.stage.sandbox.order(orderId);
    if (status !== 'completed') return;
    this.journal.note(() => `${orderId} is captured`);
    await this.replica()
      .payments.group(this.stage.group)
      .orders.capture(orderId, { amount: Money.ofMinor(AMOUNT, 'EUR') });
  }

  replica(): Replica {
    return this.only ?? this.random.pick(this.stage.replicas);
  }

  /** One of those that were ordered; null before there is one. */
  anyOrder(): string | null {
    if (this.about !== null) return this.about;
    return this.orders.length === 0 ? null : this.random.pick(this.orders);
  }

  /** What no one has paid is asked to be given back now and then only. */
  paidOrder(): string | null {
    if (this.about !== null) return this.about;
    const paid = this.stage.committed.prepare<[], string>(PAID).pluck().all();
    return paid.length === 0 || this.random.chance(0.1) ? this.anyOrder() : this.random.pick(paid);
  }

  /** Now and then a button is pressed twice; the second press may reach another replica. */
  async #twice(press: () => Promise<unknown>): Promise<void> {
    this.asked += 1;
    if (!this.random.chance(0.25)) return void (await press());
    this.asked += 1;
    const endings = await Promise.allSettled([press(), press()]);
    const failed = endings.find((ending) => ending.status === 'rejected');
    if (failed) throw failed.reason;
  }
}
