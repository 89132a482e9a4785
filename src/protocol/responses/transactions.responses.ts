import { parseUrl } from '../absolute-url.js';
import type { Fault } from '../fault.js';
import { FieldReader } from '../field-reader.js';
import type { ListedTransaction, TransactionsPage } from './transactions.types.js';

const NAMES = [
  'description',
  'type',
  'debit_credit',
  'currency',
  'status',
  'financial_status',
  'payment_method',
  'created',
  'updated',
  'completed',
  'invoice_id',
  'var1',
  'var2',
  'var3',
] as const;
const PERSON = ['email', 'first_name', 'last_name', 'iban'] as const;
const DISPUTE = ['merchant_response_date', 'status', 'reason_code', 'reason_description'] as const;
/** Longer than any cursor that fits in a URL. */
const MAX_CURSOR_LENGTH = 2_048;

/**
 * Reads a page of the transactions list (spec §2.6, §4.3). Never throws on a JSON value.
 *
 * Items are read tolerantly: a value that cannot be read is `null`, and every item is kept. But if `data` is not a
 * list, the result is a fault and not an empty page, because an empty page ends the list.
 *
 * @param answer - `data` and `pager` of the envelope
 * @example
 * const page = readTransactionsPage({ data: [], pager: null });
 * if (page.ok) page.page.after; // null
 */
export function readTransactionsPage(answer: {
  data: unknown;
  pager: unknown;
}): { ok: true; page: TransactionsPage; faults: Fault[] } | { ok: false; faults: Fault[] } {
  const { data } = answer;
  if (data !== null && data !== undefined && !Array.isArray(data)) {
    return { ok: false, faults: [{ path: 'data', message: 'is not a list' }] };
  }
  const faults: Fault[] = [];
  const items = new FieldReader({ data }, '', faults).list('data').map(readTransaction);
  const cursors = readCursors(new FieldReader(answer.pager, 'pager', faults), faults);
  return { ok: true, page: { items, ...cursors }, faults };
}

/**
 * Reads one transaction in the form of the list (protocol §2.8). Never throws on a JSON value.
 *
 * @example
 * readListedTransaction({ transaction_id: 17, amount: 1500 }).transaction_id; // '17'
 */
export function readListedTransaction(data: unknown): ListedTransaction {
  return readTransaction(new FieldReader(data, '', []));
}

function readTransaction(reader: FieldReader): ListedTransaction {
  return {
    ...nonEmpty(reader.texts(NAMES)),
    transaction_id: reader.id('transaction_id'),
    order_id: reader.id('order_id'),
    amount: reader.amount('amount'),
    net: reader.integer('net'),
    site_id: reader.id('site_id'),
    costs: reader.list('costs').map((cost) => ({
      amount: cost.integer('amount'),
      ...nonEmpty(cost.texts(['description', 'dst'] as const)),
    })),
    customer: nonEmpty(reader.object('customer').texts(PERSON)),
    dispute: reader.raw('dispute') === null ? null : nonEmpty(reader.object('dispute').texts(DISPUTE)),
  };
}

/**
 * `pager.cursor` holds plain cursors; `pager.after` is a URL with the cursor in its query, or the plain cursor
 * (spec §2.6, protocol §2.8). Only the cursor is used: the shop never follows a URL that the service names.
 */
function readCursors(pager: FieldReader, faults: Fault[]): { after: string | null; before: string | null } {
  const bare = pager.object('cursor');
  const cursorOf = (name: 'after' | 'before'): string | null => {
    const named = [cursorIn(bare.text(name), name), cursorIn(pager.text(name), name)];
    const given = named.find((cursor) => cursor !== null && cursor !== '') ?? null;
    if (given === null || isUsable(given)) return given;
    faults.push({ path: `pager.${name}`, message: 'is no cursor that can be sent back' });
    return null;
  };
  return { after: cursorOf('after'), before: cursorOf('before') };
}

/** The base of a URL without a host; no request is ever sent to it. */
const NO_HOST = 'https://no-host.invalid';

/** A cursor never holds a `?`. A text with one is a URL, with or without a host, and may hold more than the cursor. */
function cursorIn(text: string | null, name: string): string | null {
  if (text === null || !(/^https?:/i.test(text) || text.includes('?'))) return text;
  return parseUrl(text, NO_HOST)?.searchParams.get(name) ?? null;
}

/** A cursor is shown, kept and sent back, so a text that may hold the key is refused (promise 6). */
const isUsable = (cursor: string): boolean => cursor.length <= MAX_CURSOR_LENGTH && !/api_?key/i.test(cursor);

function nonEmpty<K extends string>(texts: Record<K, string | null>): Record<K, string | null> {
  const entries = Object.entries<string | null>(texts).map(([name, text]) => [name, text === '' ? null : text]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}
