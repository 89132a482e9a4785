import type { RelatedTransaction } from '../../../protocol/index.js';
import type { OwnRefund } from './related-refunds.js';

/** The transactions of a list by their ids, and by each text that may be a tag. */
interface RowIndex {
  readonly byId: ReadonlyMap<string, readonly number[]>;
  readonly byMark: ReadonlyMap<string, readonly number[]>;
}

/** An order may have thousands of refunds, each of which is searched for. */
const INDEXES = new WeakMap<readonly RelatedTransaction[], RowIndex>();

function indexOf(rows: readonly RelatedTransaction[]): RowIndex {
  const known = INDEXES.get(rows);
  if (known) return known;
  const [byId, byMark] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const add = (index: Map<string, number[]>, text: string | null, at: number): void => {
    const places = text === null ? undefined : index.get(text);
    if (places) places.push(at);
    else if (text !== null) index.set(text, [at]);
  };
  for (const [at, row] of rows.entries()) {
    const { refund_order_id, order_id, var1, var2, var3, description } = row;
    add(byId, row.transaction_id, at);
    for (const mark of new Set([refund_order_id, order_id, var1, var2, var3, description])) add(byMark, mark, at);
  }
  const made = { byId, byMark };
  INDEXES.set(rows, made);
  return made;
}

/** The transactions that are certainly this own refund, by its id or its tag, in their sequence. */
export function rowsOf({ tag, serviceRefundId }: OwnRefund, rows: readonly RelatedTransaction[]): RelatedTransaction[] {
  const { byId, byMark } = indexOf(rows);
  const named = serviceRefundId === null ? undefined : byId.get(serviceRefundId);
  const places = new Set([...(byMark.get(tag) ?? []), ...(named ?? [])]);
  return [...places].sort((one, other) => one - other).flatMap((at) => rows[at] ?? []);
}

/** The transactions of an order that are certainly one of these own refunds. */
export const claimedBy = (
  own: readonly OwnRefund[],
  rows: readonly RelatedTransaction[],
): ReadonlySet<RelatedTransaction> => new Set(own.flatMap((refund) => rowsOf(refund, rows)));
