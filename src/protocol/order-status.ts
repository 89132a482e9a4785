/** Every order status that has a meaning (protocol §4.1); the wire has several spellings for some of them. */
export type OrderStatus =
  | 'initialized'
  | 'completed'
  | 'uncleared'
  | 'reserved'
  | 'shipped'
  | 'declined'
  | 'cancelled'
  | 'void'
  | 'expired'
  | 'refunded'
  | 'partial_refunded'
  | 'chargedback';

/** What is known of one status. */
export interface OrderStatusEntry {
  /** One line of text for people. */
  readonly meaning: string;
  /** The progress of an order: 0 open, 1 pending, 2 ended unpaid, 3 paid, 4 partly returned, 5 returned. */
  readonly rank: number;
  /** Whether a payment has taken place, even if it was returned later: the latch of design §7. */
  readonly paid: boolean;
  /**
   * Whether no further payment is expected, so that polling may stop. `declined` is not final: the customer may try
   * again in the same session (protocol §4.2). On the wire every status can still change; see `mayBecome`.
   */
  readonly final: boolean;
  /** The statuses that may follow (protocol §4.2). */
  readonly mayBecome: readonly OrderStatus[];
}

/** The status table (spec §3, protocol §4). */
export const ORDER_STATUS_TABLE: Readonly<Record<OrderStatus, OrderStatusEntry>> = {
  initialized: {
    meaning: 'The payment was started; nothing is decided.',
    rank: 0,
    paid: false,
    final: false,
    mayBecome: ['completed', 'uncleared', 'reserved', 'declined', 'cancelled', 'void', 'expired', 'shipped'],
  },
  uncleared: {
    meaning: 'The payment waits for a decision or for clearing.',
    rank: 1,
    paid: false,
    final: false,
    mayBecome: ['completed', 'declined', 'void', 'expired', 'cancelled', 'shipped'],
  },
  reserved: {
    meaning: 'The money is reserved, not yet moved.',
    rank: 1,
    paid: false,
    final: false,
    mayBecome: ['completed', 'void', 'declined', 'cancelled'],
  },
  declined: {
    meaning: 'The payment was refused; the customer may try again.',
    rank: 2,
    paid: false,
    final: false,
    mayBecome: ['initialized', 'completed', 'uncleared', 'cancelled', 'expired'],
  },
  cancelled: {
    meaning: 'The payment was cancelled, or its session left unfinished.',
    rank: 2,
    paid: false,
    final: true,
    mayBecome: ['completed', 'uncleared', 'initialized'],
  },
  void: {
    meaning: 'The payment was annulled, or its reservation released.',
    rank: 2,
    paid: false,
    final: true,
    mayBecome: ['completed', 'uncleared', 'initialized'],
  },
  expired: {
    meaning: 'The time to pay has passed.',
    rank: 2,
    paid: false,
    final: true,
    mayBecome: ['completed', 'uncleared'],
  },
  completed: {
    meaning: 'The payment finished successfully.',
    rank: 3,
    paid: true,
    final: true,
    mayBecome: ['shipped', 'partial_refunded', 'refunded', 'chargedback', 'void', 'expired', 'cancelled'],
  },
  shipped: {
    meaning: 'The order was reported as shipped.',
    rank: 3,
    paid: true,
    final: true,
    mayBecome: ['completed', 'partial_refunded', 'refunded', 'chargedback', 'void', 'expired'],
  },
  partial_refunded: {
    meaning: 'A part of the payment was given back.',
    rank: 4,
    paid: true,
    final: true,
    mayBecome: ['partial_refunded', 'refunded', 'chargedback'],
  },
  refunded: {
    meaning: 'The whole payment was given back.',
    rank: 5,
    paid: true,
    final: true,
    mayBecome: ['chargedback', 'completed'],
  },
  chargedback: {
    meaning: 'The payment was charged back by the bank or card scheme.',
    rank: 5,
    paid: true,
    final: true,
    mayBecome: ['completed', 'refunded'],
  },
};

/** Every order status, in the order of the table. */
export const ORDER_STATUSES = Object.keys(ORDER_STATUS_TABLE) as readonly OrderStatus[];

const SPELLINGS: ReadonlyMap<string, OrderStatus> = new Map<string, OrderStatus>([
  ...ORDER_STATUSES.map((status): [string, OrderStatus] => [status, status]),
  ['canceled', 'cancelled'],
  ['chargeback', 'chargedback'],
  ['charged_back', 'chargedback'],
  ['reversed', 'chargedback'],
  ['partially_refunded', 'partial_refunded'],
]);

/**
 * Reads a status in any of its spellings, in upper or lower case (protocol §4.1).
 *
 * @param raw - `status` as received
 * @returns the status, or `unknown` for an absent or unlisted one: it is stored, shown, and has no effect
 * @example
 * normaliseStatus('canceled'); // 'cancelled'
 * normaliseStatus('quantum'); // 'unknown'
 */
export function normaliseStatus(raw: string | null | undefined): OrderStatus | 'unknown' {
  return (typeof raw === 'string' && SPELLINGS.get(raw.trim().toLowerCase().replace(/[ -]/g, '_'))) || 'unknown';
}
