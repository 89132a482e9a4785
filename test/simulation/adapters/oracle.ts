import type Sqlite from 'better-sqlite3';
import { isPaymentError, type Order } from '../../../src/index.js';
import type { Reported } from './bookkeeping.js';
import { MOST_APART_MS } from './fault-plan.js';
import { isToBeTaken, type ExtraMail } from './extra-mail.js';
import type { Invariant, Journal } from './journal.js';
import { OrderEnds } from './order-ends.js';
import type { People } from './people.js';
import { answersTo, QUESTIONS } from './questions.js';
import { refundBreaches, type RefundRow } from './refund-breaches.js';
import type { KeyChange } from './key-change.js';
import type { Stage } from './stage.js';

const SPACING_MS = 1_000;
/**
 * Reads of one order in one schedule: looks of polls, of each of its refunds (five sendings at most, each followed by a dozen
 * looks while no one knows what became of it), and those that people asked for.
 */
const MOST_READS = 60;
const READS_PER_ASKING = 4;
/**
 * Reads of one that the service has never had, though a message spoke of its money: its refund cannot be looked for, so that
 * it is tried every five minutes of a day, then every hour until twice the time has passed that it would be followed.
 */
const MOST_IN_VAIN = 24 * 12 + 29 * 24;

interface AttemptRow {
  readonly service_order_id: string;
  readonly number: number;
  readonly create_state: string;
}

/** Compares the books of both sides when everything is over. It reads no memory of the module. */
export class Oracle {
  readonly counts: Record<string, number> = {};
  readonly #db: Sqlite.Database;
  readonly #ends: OrderEnds;

  constructor(
    private readonly stage: Stage,
    private readonly seen: {
      readonly people: People;
      readonly reported: readonly Reported[];
      readonly journal: Journal;
      readonly keys: KeyChange;
      readonly mail: ExtraMail;
    },
  ) {
    this.#db = stage.committed;
    this.#ends = new OrderEnds(stage, seen.people, seen.journal);
  }

  async judge(): Promise<void> {
    for (const { invariant, text } of answersTo(QUESTIONS, this.#db)) this.#violated(invariant, text);
    this.#judgeReported();
    this.#judgeForged();
    this.#judgeNames();
    if (this.seen.keys.isPromised) this.#judgeKeys();
    await this.#judgeWire();
    for (const orderId of this.seen.people.orders) await this.#judgeOrder(orderId);
    this.#count('transitions', 'SELECT COUNT(*) FROM tillbridge_transition');
    this.counts['reconciled'] = this.#ends.reconciled;
    this.#count('effects', 'SELECT COUNT(*) FROM tillbridge_effect');
    this.#count('intents', `SELECT COUNT(*) FROM tillbridge_refund WHERE origin = 'shop'`);
    this.#count('went to a person', `SELECT COUNT(*) FROM tillbridge_refund WHERE state = 'manual'`);
    this.#count('notifications', 'SELECT COUNT(*) FROM tillbridge_notification');
    this.#count('notifications left to a person', `SELECT COUNT(*) FROM tillbridge_notification WHERE state <> 'done'`);
    this.#count('effects left to a person', `SELECT COUNT(*) FROM tillbridge_outbox WHERE state <> 'done'`);
  }

  #judgeReported(): void {
    const ids = new Map<string, string>();
    for (const { id, effect, transitionId, orderId } of this.seen.reported) {
      const known = ids.get(`${effect} ${transitionId}`) ?? id;
      if (known !== id) this.#violated('S6', `${effect} of ${orderId} is told under two ids`);
      ids.set(`${effect} ${transitionId}`, id);
    }
    const reported = new Set(ids.values());
    const done = this.#db.prepare<[], string>(`SELECT id FROM tillbridge_outbox WHERE state = 'done'`).pluck().all();
    for (const id of done) if (!reported.has(id)) this.#violated('L4', `the effect ${id} is done, and no one was told`);
    const known = this.#db.prepare<[string], number>('SELECT COUNT(*) FROM tillbridge_outbox WHERE id = ?').pluck();
    for (const id of reported)
      if (known.get(id) !== 1) this.#violated('S6', `what was told under ${id} is in no outbox`);
  }

  /** S7: what carries our mark was written by no one who knows the key. */
  #judgeForged(): void {
    const rows = this.#db.prepare<[], string>('SELECT body FROM tillbridge_notification').pluck().all();
    const forged = rows.filter((body) => Buffer.from(body, 'base64').includes('"forged"'));
    if (forged.length > 0) this.#violated('S7', `${forged.length} forged notifications are kept`);
  }

  /** G1: nothing is left under a name that the group had before. */
  #judgeNames(): void {
    for (const table of this.stage.groupedTables) {
      const sql = `SELECT COUNT(*) FROM ${table} WHERE group_name <> ?`;
      const left = this.#db.prepare<[string], number>(sql).pluck().get(this.stage.group) ?? 0;
      if (left > 0) this.#violated('G1', `${left} rows of ${table} bear another name than ${this.stage.group}`);
    }
  }

  /** K1: nothing authentic was refused for its key, neither here nor there. */
  #judgeKeys(): void {
    for (const path of this.stage.wire.refusedForKey)
      this.#violated('K1', `the service did not know the key of ${path}`);
    for (const text of this.seen.mail.refused) this.#violated('K1', `${text} was refused`);
  }

  async #judgeWire(): Promise<void> {
    const { refunds } = this.stage.wire;
    for (const text of this.stage.sendings.hasty) this.#violated("S4'", text);
    for (const [index, sent] of refunds.entries()) {
      if (sent.written === 0)
        this.#violated('S12', `a refund of ${sent.orderId} left, and none is written as being sent`);
      const before = refunds[index - 1];
      if (before && sent.at - before.at < SPACING_MS - MOST_APART_MS) {
        this.#violated('S3', `a refund of ${sent.orderId} left ${sent.at - before.at} ms after another`);
      }
    }
    const refundsOf = this.#db
      .prepare<[string], number>('SELECT COUNT(*) FROM tillbridge_refund WHERE service_order_id = ?')
      .pluck();
    // Where no one knows whether the service gives tags back, a refund that looks like another one stays in doubt for a day.
    const unresolvedOf = this.#db
      .prepare<[string], number>(
        "SELECT COUNT(*) FROM tillbridge_refund WHERE service_order_id = ? AND reason = 'unresolved'",
      )
      .pluck();
    const most = MOST_READS + READS_PER_ASKING * this.seen.people.asked;
    for (const [orderId, reads] of this.stage.wire.reads) {
      const isThere = await this.stage.sandbox.deliveries(orderId).then(
        () => true,
        () => false,
      );
      const refunds = refundsOf.get(orderId) ?? 0;
      const isInVain = !isThere || unresolvedOf.get(orderId) !== 0;
      if (reads > most + refunds * MOST_READS + (isInVain ? MOST_IN_VAIN : 0))
        this.#violated('B1', `${orderId} was read ${reads} times`);
      this.counts['reads'] = (this.counts['reads'] ?? 0) + reads;
    }
  }

  async #judgeOrder(orderId: string): Promise<void> {
    const attempts = this.#db
      .prepare<[string], AttemptRow>('SELECT * FROM tillbridge_attempt WHERE order_id = ? ORDER BY number')
      .all(orderId);
    const orders: Order[] = [];
    for (const attempt of attempts) {
      const order = await this.#fetch(attempt.service_order_id);
      if (order !== null) orders.push(order);
      else if (attempt.create_state === 'created') this.#violated('L2', `${orderId} is not at the service`);
      if (order !== null) await this.#judgeDeliveries(attempt.service_order_id);
    }
    for (const text of await this.#ends.differences(orderId, orders)) this.#violated('L2', text);
    this.#judgeRefunds(orderId, orders);
  }

  /** S9: whatever the service has an `OK` for is kept. */
  async #judgeDeliveries(orderId: string): Promise<void> {
    const kept = this.#db
      .prepare<[string, string], number>('SELECT COUNT(*) FROM tillbridge_notification WHERE order_id = ? AND body = ?')
      .pluck();
    for (const delivery of await this.stage.sandbox.deliveries(orderId)) {
      const { verdict, body, timestamp, at, status } = delivery;
      if (status === 401 && this.seen.keys.isPromised && isToBeTaken(delivery))
        this.#violated('K1', `${orderId}: a notification signed at ${timestamp} and sent at ${at} was refused`);
      if (verdict !== 'acknowledged' || body === null) continue;
      const bytes = Buffer.from(body).toString('base64');
      if (kept.get(orderId, bytes) === 0)
        this.#violated('S9', `${orderId}: acknowledged at ${timestamp}, and not kept`);
    }
  }

  #judgeRefunds(orderId: string, orders: readonly Order[]): void {
    const rows = this.#db
      .prepare<[string], RefundRow>(`SELECT * FROM tillbridge_refund WHERE order_id = ? AND origin = 'shop'`)
      .all(orderId);
    for (const { invariant, text } of refundBreaches(orderId, rows, orders)) this.#violated(invariant, text);
  }

  async #fetch(orderId: string): Promise<Order | null> {
    try {
      return await this.stage.replicas[0]!.payments.orders.fetch(orderId, { group: this.stage.group });
    } catch (error) {
      if (isPaymentError(error, 'SERVICE_1006')) return null;
      throw error;
    }
  }

  #count(name: string, sql: string): void {
    this.counts[name] = this.#db.prepare<[], number>(sql).pluck().get() ?? 0;
  }

  #violated(invariant: Invariant, text: string): void {
    this.seen.journal.violated(invariant, text);
  }
}
