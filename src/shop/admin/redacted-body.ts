import { parseJson } from '../../protocol/index.js';

/**
 * Fields of a notification's body that people may see unchanged: the order and the state of its payments. Every other field
 * may be personal, under any name: only its shape is shown.
 */
const SHOWN: ReadonlySet<string> = new Set([
  'amount',
  'amount_refunded',
  'completed',
  'created',
  'currency',
  'expired',
  'financial_status',
  'modified',
  'order_id',
  'order_total',
  'payment_method',
  'payment_methods',
  'reason_code',
  'refund_order_id',
  'related_transactions',
  'status',
  'transaction_id',
  'type',
]);

/** The contents of these fields are checked by their own names, which are not secret. */
const OPENED: ReadonlySet<string> = new Set(['payment_details', 'payment_methods', 'related_transactions', 'costs']);

const INDENT = 2;
/** How many items of a list are shown, so that the page stays short. */
const MOST_ITEMS = 50;
/** Deeper than any order is nested. A body may hold so many levels that opening all of them overflows the stack. */
const DEEPEST = 8;

function shapeOf(value: unknown): unknown {
  if (value === null || value === '') return value;
  if (Array.isArray(value)) return `[hidden: a list of ${value.length}]`;
  if (typeof value === 'object') return `[hidden: an object of ${Object.keys(value).length}]`;
  return typeof value === 'string' ? `[hidden: ${value.length} characters]` : `[hidden: a ${typeof value}]`;
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

function opened(value: unknown, depth = 0): unknown {
  if (isPlain(value) || depth > DEEPEST) return shapeOf(value);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((each) => opened(each, depth + 1));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, each]) => {
      if (SHOWN.has(name) && isPlain(each)) return [name, each];
      return [name, OPENED.has(name) ? opened(each, depth + 1) : shapeOf(each)];
    }),
  );
}

/**
 * A notification's content as people may see it: ids, statuses, amounts and times unchanged, and of everything else only the
 * type. Null after its erasure.
 *
 * @param body - the bytes as received
 * @example
 * redactedBody(Buffer.from('{"order_id":"S1","customer":{"email":"ann@example.org"}}')); // the address is not in it
 */
export function redactedBody(body: Buffer): string | null {
  if (body.length === 0) return null;
  const parsed = parseJson(body.toString('utf8'));
  if (!parsed.ok) return `[hidden: ${body.length} bytes that are no JSON]`;
  return JSON.stringify(opened(parsed.value), null, INDENT);
}
