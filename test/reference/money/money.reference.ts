/*
 * The book of money of one order (design §7): what can still be given back, worked out of the last snapshot of the order and of
 * what the shop has asked for itself. Nothing is written down on the way: no rows for what others gave back, and no sum of
 * what is untold.
 */

/** A row of the order's related transactions. */
export interface MoneyRow {
  readonly type: 'refund' | 'chargeback' | 'reverse-chargeback';
  readonly status: string;
  /** Minor units. */
  readonly amount: number;
  /** Whether it has a tag of ours. */
  readonly isOurs: boolean;
}

/** A refund of this shop. */
export interface OwnMoney {
  readonly amount: number;
  readonly state: string;
}

/** An order as it was seen. */
export interface MoneySnapshot {
  readonly rows: readonly (MoneyRow & { readonly id: string })[];
  /** `amount_refunded`. */
  readonly amountRefunded: number;
  /** Newer things are known already: what it lists is true all the same, and its sum is not. */
  readonly isStale: boolean;
}

/** Ends of a refund in which no money left. */
const CAME_TO_NOTHING: ReadonlySet<string> = new Set(['declined', 'void', 'cancelled', 'expired', 'rejected']);
/** The service has told of these. One in doubt, or not sent, explains nothing of what the service counts. */
const SERVICE_COUNTS: ReadonlySet<string> = new Set(['accepted', 'settled']);

const sum = (each: readonly { readonly amount: number }[]): number =>
  each.reduce((total, { amount }) => total + amount, 0);
const isLive = ({ status }: MoneyRow): boolean => !CAME_TO_NOTHING.has(status);

/** The money of one order, as its snapshots tell it. */
export class MoneyReference {
  private readonly rows = new Map<string, MoneyRow>();
  /** What the service had given back, and nothing explained, when it last said a sum. */
  private unexplained = 0;

  constructor(private readonly received: number) {}

  /** @param own - refunds of this shop, as they are known to be after the snapshot */
  see({ rows, amountRefunded, isStale }: MoneySnapshot, own: readonly OwnMoney[]): void {
    for (const row of rows) if (!isStale || !this.rows.has(row.id)) this.rows.set(row.id, row);
    const ours = own.filter(({ state }) => SERVICE_COUNTS.has(state));
    // What is promised later is in no sum that was said before.
    if (!isStale) this.unexplained = Math.max(0, amountRefunded - this.byOthers() - sum(ours));
  }

  /** @returns minor units that a refund may still take */
  left(own: readonly OwnMoney[]): number {
    const promised = sum(own.filter(({ state }) => !CAME_TO_NOTHING.has(state)));
    return Math.max(0, this.received - promised - this.byOthers() - this.unexplained);
  }

  /** What others gave back, and what the bank took and has not given again. */
  private byOthers(): number {
    const live = [...this.rows.values()].filter(isLive);
    const of = (type: MoneyRow['type']): number => sum(live.filter((row) => row.type === type && !row.isOurs));
    return of('refund') + Math.max(0, of('chargeback') - of('reverse-chargeback'));
  }
}
