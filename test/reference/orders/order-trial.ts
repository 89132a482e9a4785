import type { Difference } from '../difference.js';
import { OrderProduct, type Merge, type Step } from './order-product.js';
import { OrderReference, type Conclusion } from './order.reference.js';
import type { Judgement } from './order-rules.js';
import { isAside } from './order-words.js';
import type { Change, OrderHistory } from './order-history.js';
import type { Snapshot } from './snapshot.js';

const DAY = 86_400_000;
/** Statuses of a try that brought money. */
const BRINGS: ReadonlySet<string> = new Set(['completed', 'shipped', 'partial_refunded', 'refunded', 'chargedback']);
/** How long an answer takes. */
const ANSWER_MS = 40;
/** More reads than this for one contradiction are reads without end. */
const MOST_READS = 12;

/** Plays one history to module and reference alike. */
export class OrderTrial {
  readonly differences: Difference[] = [];
  private readonly lines: (() => string)[] = [];
  private readonly product: OrderProduct;
  private readonly reference: OrderReference;
  private readonly careful = new Set<string>();
  /** By page: the transaction of which an answer came too soon for the module to believe it. */
  private readonly tooSoon = new Map<number, string | null>();
  private isLoose = false;
  private lag = 0;
  private now = 0;
  private wasEnded = false;

  constructor(
    private readonly history: OrderHistory,
    decide?: Merge,
  ) {
    this.product = new OrderProduct(history.asked, decide);
    this.reference = new OrderReference(history.asked);
  }

  /** What was seen and decided. */
  get sentences(): string[] {
    return this.lines.map((line) => line());
  }

  play(): this {
    for (const each of this.history.deliveries) {
      if (this.differences.length > 0) return this;
      const at = Math.max(each.at, this.now);
      if (each.kind === 'notification') this.notified(each.of, each.attempt, at);
      else this.read(each.attempt, at, each.lag);
      // What an answer without a time is older than can be said roughly only; what all ends in, exactly.
      if (this.isRough) this.wasEnded = false;
      else this.compare();
    }
    // Polling comes to every page in the end.
    for (let attempt = 1; attempt <= this.history.asked.attempt; attempt += 1) this.read(attempt, this.now + DAY, 0);
    this.compare();
    return this;
  }

  /** Only what all ends in can be compared. */
  private get isRough(): boolean {
    return this.history.untimed || this.isLoose || this.reference.wasUnsure;
  }

  private notified(of: number, attempt: number, at: number): void {
    const change = this.standing(attempt, of);
    if (change) this.see({ ...change, via: 'notification', askedAt: at, seenAt: at, modified: secondOf(change) });
  }

  private read(attempt: number, at: number, lag: number, tries = 0): void {
    // A copy that does not know the page yet answers nothing of it, and is asked again.
    const change = this.shown(attempt, at - lag) ?? this.shown(attempt, at);
    if (!change) return;
    const modified = this.history.untimed ? null : secondOf(change);
    this.see({ ...change, via: 'read', askedAt: at, seenAt: at + ANSWER_MS, modified }, tries);
  }

  /** What a read of a page shows by then: of several tries one, and of the page alone its newest state. */
  private shown(attempt: number, at: number): Change | undefined {
    const until = this.history.changes.filter((each) => each.attempt === attempt && each.at <= at);
    const latest = until.at(-1);
    if (!latest || latest.transaction === null) return latest;
    const newestOf = (id: string): Change | undefined => until.findLast(({ transaction }) => transaction === id);
    const tries = [...new Set(until.flatMap(({ transaction }) => transaction ?? []))];
    const paid = tries.find((id) => BRINGS.has(newestOf(id)?.status ?? ''));
    const isPaidShown = this.history.shownTry === 'paid' && paid !== undefined;
    return isPaidShown ? newestOf(paid) : newestOf(tries.at(-1) ?? '');
  }

  /** The newest state of a page that the service had by then. */
  private standing(attempt: number, at: number): Change | undefined {
    return this.history.changes.findLast((each) => each.attempt === attempt && each.at <= at);
  }

  private see(snapshot: Snapshot, tries = 0): void {
    this.now = snapshot.seenAt;
    const judgement = this.reference.see(snapshot);
    const step = this.product.see(snapshot);
    const { ask, events } = step;
    this.lines.push(() => lineOf(snapshot, judgement, ask !== null, events));
    this.compareStep(snapshot, judgement, step);
    if (ask === null || this.differences.length > 0) return;
    if (tries >= MOST_READS) return this.differ('reads without end', `${tries} reads, and no answer decides`);
    const { lags } = this.history;
    this.read(
      snapshot.attempt,
      Math.max(ask.notBefore, this.now + 10 * 2 ** tries),
      lags[(this.lag += 1) % lags.length] ?? 0,
      tries + 1,
    );
  }

  private compareStep(snapshot: Snapshot, judgement: Judgement, { ask, isBelieved, events }: Step): void {
    this.noteTooSoon(snapshot, judgement === 'take' && ask !== null);
    if (this.isRough) return;
    const second = `${snapshot.attempt} ${snapshot.transaction} ${snapshot.modified}`;
    // More careful than the rules: what answers this second is judged by more than the reference knows.
    if (judgement === 'take' && ask !== null) this.careful.add(second);
    if (judgement === 'ask' && isBelieved && this.careful.has(second)) this.isLoose = true;
    else if (judgement === 'ask' && isBelieved)
      this.differ('believed without asking', `${snapshot.via} ${snapshot.status}`);
    if (judgement === 'take' && ask !== null && snapshot.via === 'read' && this.reference.isPlainlyNewer(snapshot))
      this.differ('asked without need', `${snapshot.via} ${snapshot.status}`);
    const isChange = events.some((event) => event !== 'amount_mismatch');
    if (judgement === 'leave' && isChange && snapshot.via === 'notification')
      this.differ('told of what is no news', events.join());
  }

  /**
   * Where later answers speak of another transaction, or of a sum that is put aside, the module goes by what messages said
   * of this one, and not by that answer.
   */
  private noteTooSoon(snapshot: Snapshot, isDoubted: boolean): void {
    const { via, attempt, transaction } = snapshot;
    if (via !== 'read') return;
    const isConfirmed = this.tooSoon.get(attempt) === transaction && !isAside(snapshot, this.history.asked);
    if (isDoubted) this.tooSoon.set(attempt, transaction);
    else if (isConfirmed) this.tooSoon.delete(attempt);
    else if (this.tooSoon.has(attempt)) this.isLoose = true;
  }

  /** Nothing is open: both must know the same. */
  private compare(): void {
    if (this.differences.length > 0) return;
    const right = this.reference.conclude();
    const { summary, mismatches, events } = this.product;
    const say = (kind: string, is: unknown, must: unknown): void =>
      this.differ(kind, `the module says ${String(is)}, the reference ${String(must)}`);
    const { untimed, changes } = this.history;
    const isPlain = new Set(changes.map(({ transaction }) => transaction).filter(Boolean)).size < 2;
    const wasUnsure = this.isLoose || this.reference.wasUnsure || (untimed && !isPlain);
    if (!wasUnsure && !right.statuses.includes(summary.status))
      say('status', summary.status, right.statuses.join(' or '));
    if (summary.payments !== right.payments) say('payments', summary.payments, right.payments);
    if (mismatches !== right.mismatches) say('sums not asked for', mismatches, right.mismatches);
    if (!wasUnsure && right.amountRefunded !== null && summary.amountRefunded !== right.amountRefunded)
      say('amount refunded', summary.amountRefunded, right.amountRefunded);
    for (const [event, count] of this.expectedOf(right)) {
      const reported = events.filter((each) => each === event || (event === 'paid' && PAID.has(each))).length;
      if (reported !== count) say(`told of ${event}`, `${reported} times`, count);
    }
    if (wasUnsure) return;
    this.compareEnds(right);
    this.compareReturns();
  }

  /** Each return of money is told once: there are no more of these events than there are different snapshots that show one. */
  private compareReturns(): void {
    const reported = this.product.events.filter((event) => RETURNED.has(event)).length;
    const shown = this.reference.returnsShown();
    if (reported > shown)
      this.differ('told of a refund again', `${reported} times of ${shown}: ${this.product.events.join()}`);
  }

  private expectedOf({ payments, mismatches }: Conclusion): [string, number][] {
    return [
      ['paid', Math.min(payments, 1)],
      ['paid_twice', Math.max(payments - 1, 0)],
      ['amount_mismatch', mismatches],
    ];
  }

  /** What ends an order, or undoes it, is told under its own name, and so is money that comes after an end. */
  private compareEnds({ statuses, payments }: Conclusion): void {
    const { events, attention } = this.product;
    const [status] = statuses;
    if (statuses.length === 1 && ENDS.has(status ?? '') && !events.includes(status!))
      this.differ('told of the end', `${status} was not told: ${events.join()}`);
    // A good word for what was given back whole brings nothing back.
    const isLeft = this.product.summary.amountRefunded < this.history.asked.amount;
    const isBack = isLeft && statuses.every((each) => STANDING.has(each ?? ''));
    const since = events.findLastIndex((each) => TAKEN_BACK.has(each));
    if (isBack && since >= 0 && !events.slice(since).some((each) => GOOD.has(each)))
      this.differ('told of money that is back', `${statuses.join(' or ')}, after ${events.join()}`);
    if (this.wasEnded && payments > 0 && !events.includes('paid_after_cancel'))
      this.differ('told of money after the end', events.join());
    if (payments === 0) this.wasEnded = statuses.length === 1 && GIVEN_UP.has(status ?? '');
    else this.wasEnded = false;
    const needsPerson = events.some((event) => NEEDS_PERSON.has(event));
    if (needsPerson !== (attention !== null)) this.differ('attention', `${attention}, after ${events.join()}`);
  }

  private differ(kind: string, detail: string): void {
    this.differences.push({ kind, detail });
  }
}

const PAID: ReadonlySet<string> = new Set(['completed', 'paid_after_cancel']);
const ENDS: ReadonlySet<string> = new Set(['cancelled', 'expired', 'declined', 'voided', 'chargedback']);
const TAKEN_BACK: ReadonlySet<string> = new Set(['voided', 'chargedback']);
/** The order is paid, and something of that is left. */
const STANDING: ReadonlySet<string> = new Set(['completed', 'shipped', 'partial_refunded']);
/** News of which each says that the order is paid, or was and is given back. */
const GOOD: ReadonlySet<string> = new Set([
  'refunded',
  'completed',
  'paid_after_cancel',
  'paid_twice',
  'shipped',
  'partial_refunded',
  'restored',
]);
const RETURNED: ReadonlySet<string> = new Set(['refunded', 'partial_refunded']);
const GIVEN_UP: ReadonlySet<string> = new Set(['cancelled', 'expired']);
const NEEDS_PERSON: ReadonlySet<string> = new Set(['paid_twice', 'amount_mismatch', 'paid_after_cancel', 'voided']);

const secondOf = ({ at }: Change): number => Math.floor(at / 1_000) * 1_000;

function lineOf(snapshot: Snapshot, judgement: Judgement, isAsking: boolean, events: readonly string[]): string {
  const rows = snapshot.related.map(({ type, status, amount }) => `${type} ${amount} ${status}`).join(', ');
  return [
    `${new Date(snapshot.seenAt).toISOString()} a ${snapshot.via} says of page ${snapshot.attempt}, transaction ${snapshot.transaction}:`,
    `${snapshot.status}/${snapshot.financialStatus} ${snapshot.amount} ${snapshot.currency}, ${snapshot.amountRefunded} given back`,
    rows ? `(${rows})` : '',
    `since ${snapshot.modified === null ? 'an unknown time' : new Date(snapshot.modified).toISOString()}.`,
    `The reference says ${judgement}; the module ${isAsking ? 'asks' : 'does not ask'}, and tells ${events.join() || 'nothing'}.`,
  ].join(' ');
}
