import { Random } from '../../support/random.js';
import { COURSES, WORDS } from './order-courses.js';
import type { Asked, RelatedRow, Standing } from './snapshot.js';

/** A state of an order that the service really had, from `at` on (epoch milliseconds) until the next of its page. */
export interface Change extends Standing {
  readonly at: number;
}

/** What reaches the shop, at `at`. */
export type Delivery =
  /** A notification; its body is the order as it was at `of`. */
  | { readonly kind: 'notification'; readonly at: number; readonly of: number; readonly attempt: number }
  /** The shop reads by itself, and a copy that lags by `lag` milliseconds answers. */
  | { readonly kind: 'read'; readonly at: number; readonly attempt: number; readonly lag: number };

/** One course of events. All of it is written down, so that a part can be left out and the rest plays as before. */
export interface OrderHistory {
  readonly seed: number;
  readonly asked: Asked;
  readonly changes: readonly Change[];
  readonly deliveries: readonly Delivery[];
  /** How late, in milliseconds, the copies are that answer when the shop asks once more. */
  readonly lags: readonly number[];
  /** Which of several tries on a page a read shows: the one begun last, or the one that is paid. */
  readonly shownTry: 'last' | 'paid';
  /** The service leaves `modified` out of what it answers. */
  readonly untimed: boolean;
}

const T0 = 1_764_000_000_000;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const READ_LAG_MS = 5 * SECOND;

/** Builds the true course of one order. */
class Course {
  readonly changes: Change[] = [];
  private at = T0;
  private ids = 0;

  constructor(
    private readonly random: Random,
    private readonly asked: Asked,
  ) {}

  /** One payment page after the other, each overlapping the next now and then. */
  pages(): Change[] {
    for (let attempt = 1; attempt <= this.asked.attempt; attempt += 1) {
      if (attempt > 1 && this.random.chance(0.3)) this.at = T0 + MINUTE;
      this.page(attempt);
    }
    return this.changes.sort((a, b) => a.at - b.at);
  }

  private page(attempt: number): void {
    const { random } = this;
    const transactions = random.chance(0.15) ? random.pick([2, 2, 3]) : 1;
    if (random.chance(0.3)) this.put(this.start(attempt, null), 'initialized/');
    const opened = this.at;
    for (let count = 0; count < transactions; count += 1) {
      // A try that is left ends by itself, also after the next one has begun or ended.
      if (count > 0 && random.chance(0.6)) this.at = opened + random.pick([300, 2 * SECOND, MINUTE, 20 * MINUTE]);
      const [method, ...pairs] = random.pick(COURSES);
      const begun = { ...this.start(attempt, method), ...(method === null ? { transaction: null } : {}) };
      let last = begun;
      for (const pair of pairs) {
        this.wait();
        last = this.put(last, pair);
      }
      this.aftermath(last);
    }
  }

  private start(attempt: number, method: string | null): Standing {
    const { random, asked } = this;
    const isOther = random.chance(0.04);
    const capture = random.chance(0.5) ? null : asked.manualCapture && random.chance(0.8) ? 'manual' : 'automatic';
    return {
      attempt,
      transaction: method === null ? null : `${attempt}${(this.ids += 1)}`,
      status: 'initialized',
      financialStatus: 'initialized',
      amount: isOther ? asked.amount + random.pick([-100, 1, 250]) : asked.amount,
      currency: isOther && random.chance(0.3) ? 'USD' : asked.currency,
      amountRefunded: 0,
      method,
      capture: method === null ? null : capture,
      captureRemain: null,
      related: [],
    };
  }

  /** What happens after the payment: shipped, given back, taken by the bank, annulled. */
  private aftermath(paid: Standing): void {
    const { random } = this;
    let last = paid;
    for (let steps = random.pick([0, 0, 0, 1, 1, 2, 3, 4]); steps > 0; steps -= 1) {
      this.wait();
      last = random.chance(0.04) ? this.whim(last) : this.step(last);
    }
  }

  private step(last: Standing): Standing {
    const isMoney = ['completed', 'shipped', 'partial_refunded', 'refunded', 'chargedback'].includes(last.status);
    if (!isMoney) return this.random.chance(0.2) ? this.put(last, 'completed/completed') : last;
    const isByHand = last.capture === 'manual' || (last.capture === null && this.asked.manualCapture);
    if (isByHand && last.financialStatus === 'initialized') return this.afterAuthorisation(last);
    const { refund, takeRefundBack, chargeback, reverse, annul, ship, fallSilent } = this;
    const steps = [refund, refund, takeRefundBack, chargeback, reverse, annul, ship, fallSilent];
    return this.random.pick(steps).call(this, last);
  }

  private afterAuthorisation(last: Standing): Standing {
    const { random } = this;
    if (random.chance(0.25)) return this.put(last, 'completed/completed');
    const left = { ...last, captureRemain: random.pick([null, 0, 100]) };
    if (last.related.length === 0 && random.chance(0.5)) {
      const amount = random.pick([100, last.amount]);
      const remain = { ...left, captureRemain: random.pick([null, last.amount - amount, 0]) };
      return this.put(this.with(remain, 'capture', amount), 'completed/initialized');
    }
    // What is let go of may show in a row, in the status, or in both.
    const row = random.chance(0.75)
      ? this.with(left, 'auth-cancellation', last.amount, random.pick(['void', 'void', 'declined']))
      : left;
    return this.put(
      row,
      random.pick(['void/void', 'void/cancelled', 'completed/initialized', 'completed/initialized']),
    );
  }

  private refund(last: Standing): Standing {
    const left = last.amount - last.amountRefunded;
    if (left <= 0 || last.status === 'chargedback') return last;
    const amount = this.random.chance(0.4) ? left : this.random.between(1, left);
    const rows = this.random.chance(0.8) ? this.with(last, 'refund', amount) : last;
    const amountRefunded = last.amountRefunded + amount;
    const word = amountRefunded === last.amount ? 'refunded' : 'partial_refunded';
    const status = this.random.chance(0.2) ? last.status : word;
    // A loan that was given back whole is void, too.
    if (amountRefunded === last.amount && this.random.chance(0.2))
      return this.put({ ...rows, amountRefunded }, 'void/void');
    return this.put({ ...rows, amountRefunded }, `${status}/${this.random.pick([word, 'completed'])}`);
  }

  /** A refund is cancelled before midnight, or refused by the bank (protocol §6.3). */
  private takeRefundBack(last: Standing): Standing {
    const row = last.related.findLast((each) => each.type === 'refund' && each.status === 'completed');
    if (!row) return last;
    // The row stays, or is gone.
    const related = this.random.chance(0.3)
      ? last.related.filter((each) => each !== row)
      : last.related.map((each) => (each === row ? { ...row, status: 'void' } : each));
    const amountRefunded = Math.max(0, last.amountRefunded - row.amount);
    return this.put(
      { ...last, related, amountRefunded },
      amountRefunded > 0 ? 'partial_refunded/' : 'completed/completed',
    );
  }

  private chargeback(last: Standing): Standing {
    const left = last.amount - last.amountRefunded;
    if (last.status === 'chargedback' || left <= 0) return last;
    if (this.random.chance(0.3)) return this.takePart(last, this.random.pick([left, this.random.between(1, left)]));
    const rows = this.with(last, 'chargeback', left);
    return this.put(rows, this.random.pick(['chargedback/', 'void/void', `${last.status}/completed`]));
  }

  /** A part raises what was given back, and leaves the status (protocol §4.1); so does the part that is the last. */
  private takePart(last: Standing, part: number): Standing {
    const taken = { ...this.with(last, 'chargeback', part), amountRefunded: last.amountRefunded + part };
    return this.put(taken, `${last.status}/completed`);
  }

  private reverse(last: Standing): Standing {
    const row = last.related.findLast(({ type, status }) => type === 'chargeback' && status === 'completed');
    if (!row || last.related.some(({ type }) => type === 'reverse-chargeback')) return last;
    // A row tells of it, or the one of the chargeback does not stand any more.
    const voided = last.related.map((each) => (each === row ? { ...row, status: 'void' } : each));
    const won = this.random.chance(0.3)
      ? { ...last, related: voided }
      : this.with(last, 'reverse-chargeback', row.amount);
    const isPart = last.amountRefunded > 0 && this.random.chance(0.7);
    return this.put(
      won,
      isPart ? 'partial_refunded/' : `${this.random.pick(['completed', 'completed', 'shipped'])}/completed`,
    );
  }

  private annul(last: Standing): Standing {
    return last.amountRefunded > 0
      ? last
      : this.put(last, this.random.pick(['void/void', 'void/cancelled', 'expired/', 'declined/declined']));
  }

  private ship(last: Standing): Standing {
    return last.status === 'completed' ? this.put(last, `shipped/${last.financialStatus ?? ''}`) : last;
  }

  /** Nothing is said of the money any more. */
  private fallSilent(last: Standing): Standing {
    return this.put(last, `${last.status}/`);
  }

  /** A service that does as it likes. */
  private whim(last: Standing): Standing {
    const amountRefunded = this.random.pick([0, last.amountRefunded, 100]);
    return this.put({ ...last, amountRefunded }, `${this.random.pick(WORDS)}/${this.random.pick(['completed', ''])}`);
  }

  private with(last: Standing, type: RelatedRow['type'], amount: number, status = 'completed'): Standing {
    const isNamed = type !== 'capture' || this.random.chance(0.6);
    const row = { id: `9${(this.ids += 1)}`, type, status, amount, isNamed };
    return { ...last, related: [...last.related, row] };
  }

  private wait(): void {
    const second = this.random.between(0, 3) * 100;
    this.at += this.random.pick([second, second, 2 * SECOND, MINUTE, 20 * MINUTE, 3 * HOUR, 2 * DAY]);
  }

  private put(last: Standing, pair: string): Standing {
    const [status = '', financial = ''] = pair.split('/');
    const next = { ...last, status, financialStatus: financial === '' ? null : financial };
    this.changes.push({ ...next, at: this.at });
    return next;
  }
}

/** Notifications that are lost, late, doubled and out of order, and reads of the shop's own. */
function deliveriesOf(random: Random, changes: readonly Change[]): Delivery[] {
  const last = changes.at(-1)!.at;
  const lost = random.pick([0, 0, 0.3, 0.9]);
  const deliveries: Delivery[] = [];
  for (const { at: of, attempt } of changes) {
    for (let copies = random.pick([1, 1, 1, 2, 3]); copies > 0; copies -= 1) {
      if (random.chance(lost)) continue;
      const delay = random.pick([50, 200, 900, 2 * SECOND, 7 * SECOND, 15 * MINUTE, 45 * MINUTE, 5 * HOUR]);
      deliveries.push({ kind: 'notification', at: of + delay, of, attempt });
    }
  }
  for (let reads = random.pick([0, 1, 2, 4]); reads > 0; reads -= 1) {
    const { at, attempt } = random.pick(changes);
    const when = random.chance(0.7)
      ? at + random.pick([10, 300, 2 * SECOND, 6 * SECOND])
      : random.between(T0, last + HOUR);
    deliveries.push({ kind: 'read', at: when, attempt, lag: lagOf(random) });
  }
  return deliveries.sort((a, b) => a.at - b.at);
}

const lagOf = (random: Random): number => random.pick([0, 0, 0, 300, 1_500, READ_LAG_MS - 1]);

/** The course of events of a seed. */
export function orderHistory(seed: number): OrderHistory {
  const random = new Random(seed, 1);
  const asked: Asked = {
    amount: 1_250,
    currency: 'EUR',
    manualCapture: random.chance(0.2),
    attempt: random.pick([1, 1, 1, 2]),
    readLagMs: READ_LAG_MS,
  };
  const changes = new Course(random, asked).pages();
  const deliveries = deliveriesOf(random, changes);
  const lags = Array.from({ length: 8 }, () => lagOf(random));
  const untimed = random.chance(0.03);
  return { seed, asked, changes, deliveries, lags, untimed, shownTry: random.pick(['last', 'paid'] as const) };
}
