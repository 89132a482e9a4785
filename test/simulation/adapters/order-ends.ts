import type Sqlite from 'better-sqlite3';
import type { Order } from '../../../src/index.js';
import { normaliseStatus } from '../../../src/protocol/index.js';
import type { Journal } from './journal.js';
import { Peace } from './peace.js';
import type { People } from './people.js';
import type { Stage } from './stage.js';

const HOUR = 3_600_000;
const ORDER = 'SELECT * FROM tillbridge_order WHERE order_id = ?';
const APPLIED = `SELECT COUNT(*) FROM tillbridge_notification WHERE order_id = ? AND body = ? AND state = 'done'`;

interface OrderRow {
  readonly order_id: string;
  readonly status: string | null;
  readonly amount_refunded: number;
  readonly paid_at: number | null;
}

/** What no order stays. */
const OPEN: ReadonlySet<string | null> = new Set([null, 'initialized', 'uncleared']);

type Word = Pick<Order, 'status' | 'financial_status' | 'amount_refunded' | 'modified'> & {
  readonly related_transactions?: readonly unknown[] | null;
};

/** Whether both say the same of an order, as of the same time. */
const isSameWord = (one: Word, other: Word): boolean =>
  one.status === other.status &&
  one.financial_status === other.financial_status &&
  one.amount_refunded === other.amount_refunded &&
  one.modified === other.modified &&
  (one.related_transactions?.length ?? 0) === (other.related_transactions?.length ?? 0);

/** Whether orders end as the service has them, and by themselves as far as that can be asked for. */
export class OrderEnds {
  /** How many were as the service has them only when they had been reconciled. */
  reconciled = 0;
  readonly #order: Sqlite.Statement<[string], OrderRow>;
  readonly #applied: Sqlite.Statement<[string, string], number>;

  constructor(
    private readonly stage: Stage,
    private readonly people: People,
    private readonly journal: Journal,
  ) {
    this.#order = stage.committed.prepare<[string], OrderRow>(ORDER);
    this.#applied = stage.committed.prepare<[string, string], number>(APPLIED).pluck();
  }

  /** L2: what the order is here is what it is there; changes of paid orders no one reported are found by reconciling. */
  async differences(orderId: string, orders: readonly Order[]): Promise<string[]> {
    if (orders.length === 0) return [];
    const unheeded = this.#difference(orderId, orders);
    if (unheeded === null) return [];
    const found: string[] = [];
    if (this.#isOpen(orderId)) found.push(`${unheeded}, and no longer asked for`);
    else if (await this.#isAcknowledged(orders)) found.push(`${unheeded}, and acknowledged`);
    this.reconciled += 1;
    const { stage, people, journal } = this;
    const to = stage.clock.now();
    const window = {
      group: stage.group,
      from: to - 40 * 24 * HOUR,
      to,
      by: 'ann',
      why: 'month end',
      dryRun: false,
    };
    await people.replica().payments.reconcile(window);
    await new Peace(stage, people, journal).work();
    const difference = this.#difference(orderId, orders);
    return difference === null ? found : [...found, difference];
  }

  /** Whether the shop knows of no end of it: polls find that out, and need no one to reconcile. */
  #isOpen(orderId: string): boolean {
    const row = this.#order.get(orderId);
    return row !== undefined && row.paid_at === null && OPEN.has(row.status);
  }

  /** Whether the shop has acknowledged, and applied, the newest word on each of them. */
  async #isAcknowledged(orders: readonly Order[]): Promise<boolean> {
    for (const order of orders) {
      const deliveries = await this.stage.sandbox.deliveries(order.order_id ?? '');
      const newest = deliveries.filter(({ verdict, body }) => {
        if (verdict !== 'acknowledged' || body === null) return false;
        return isSameWord(JSON.parse(body), order);
      });
      const isApplied = ({ body }: { readonly body: string | null }): boolean =>
        this.#applied.get(order.order_id!, Buffer.from(body!).toString('base64')) !== 0;
      if (!newest.some(isApplied)) return false;
    }
    return true;
  }

  #difference(orderId: string, orders: readonly Order[]): string | null {
    const row = this.#order.get(orderId);
    if (!row) return `${orderId} is unknown here`;
    const here = `${row.status} ${row.amount_refunded}`;
    const isToBeCaptured = this.people.isToBeCaptured(orderId);
    const there = orders.map(({ status: word, financial_status: money, amount_refunded }) => {
      const status = normaliseStatus(word);
      // Completed means paid, unless it waits for a capture; ended unpaid is one outcome (design §7).
      const isReserved = isToBeCaptured && status === 'completed' && normaliseStatus(money) === 'initialized';
      return `${isReserved ? 'authorised' : status === 'void' ? 'cancelled' : status} ${amount_refunded}`;
    });
    return there.includes(here) ? null : `${orderId} is ${here} here, and ${there.join(' or ')} there`;
  }
}
