import type { Order } from '../../../src/protocol/order.types.js';
import { parseOrder } from '../../../src/protocol/order.parser.js';
import { formatServiceTime, parseServiceTime } from '../../../src/protocol/order-time.js';
import type { OrderStatus } from '../../../src/protocol/order-status.js';
import { storableFacts } from '../../../src/shop/orders/merge/order-facts.js';

const MINUTE = 60_000;
const minutes = new Map<number, string>();

/** As the service writes times; minutes are remembered, because a zone's rules are slow to apply. */
export function serviceTime(epochMs: number): string {
  const minute = Math.floor(epochMs / MINUTE);
  let known = minutes.get(minute);
  if (known === undefined) {
    if (minutes.size > 10_000) minutes.clear();
    minutes.set(minute, (known = formatServiceTime(minute * MINUTE).slice(0, -2)));
  }
  return known + String(Math.floor((epochMs % MINUTE) / 1_000)).padStart(2, '0');
}

/** An order as the service showed it from an instant on: the bytes of an answer, and of a notification. */
export class Version {
  #order: Order | null = null;
  #modifiedAt: number | null | undefined;

  constructor(
    readonly at: number,
    readonly json: string,
    readonly status: OrderStatus,
  ) {}

  /** What the shop makes of it; made once. */
  get order(): Order {
    this.#order ??= storableFacts(parseOrder(JSON.parse(this.json)).order);
    return this.#order;
  }

  get modifiedAt(): number | null {
    if (this.#modifiedAt === undefined) this.#modifiedAt = parseServiceTime(this.order.modified);
    return this.#modifiedAt;
  }
}

/** One payment page of the service, and the payment behind it. Amounts in minor units, times in epoch milliseconds. */
export interface ServiceOrder {
  /** Its number among all of the service, by which the books of refunds know it. */
  readonly index: number;
  readonly id: string;
  readonly asked: number;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whether money is reserved first and captured later. */
  readonly isReservedFirst: boolean;
  /** Whether it is paid by a method that never shows the money as cleared, as PayPal. */
  readonly staysInitialized: boolean;
  /** What is shown: not always what was asked for. */
  amount: number;
  status: OrderStatus;
  financialStatus: OrderStatus;
  transactionId: string | null;
  shippedAt: number | null;
  /** What the bank has taken back. */
  takenBack: number;
  modifiedAt: number;
  /** When each payment became the shop's; two of one order are one too many. */
  paidAt: number | null;
  readonly versions: Version[];
}
