import { Money } from '../../protocol/index.js';
import type { AmountRange } from '../../shop/admin/index.js';
import { queryText, type PageRequest } from '../../pages/page-request.js';

/** A filter by amounts, as typed; empty for no bound. */
export interface AmountFilter {
  readonly least: string;
  readonly most: string;
  /** ISO 4217; empty if none is chosen. */
  readonly currency: string;
}

/** Longer than any amount. */
const LONGEST = 24;

/** Reads the bounds of an amount from the URL. */
export function readAmounts(request: PageRequest): AmountFilter {
  const value = (name: string): string => queryText(request, name).trim().slice(0, LONGEST);
  return { least: value('least'), most: value('most'), currency: value('currency').toUpperCase().slice(0, 3) };
}

/** The bounds in minor units; null if none is given, or one cannot be read. If only one is given, the other side is open. */
export function amountRange({ least, most, currency }: AmountFilter): AmountRange | null {
  if (least === '' && most === '') return null;
  try {
    const from = least === '' ? 0 : minorUnits(least, currency);
    const to = most === '' ? Number.MAX_SAFE_INTEGER : minorUnits(most, currency);
    return { currency, least: from, most: to };
  } catch {
    return null;
  }
}

/** Whether a given bound cannot be read. */
export const isUnread = (filter: AmountFilter): boolean =>
  (filter.least !== '' || filter.most !== '') && amountRange(filter) === null;

/**
 * The last point or comma stands before the fraction, the others between thousands: `1.250,00` and `1,250.00`.
 *
 * @throws PaymentError if it is not an amount of the currency
 */
function minorUnits(text: string, currency: string): number {
  const plain = text.replace(/[\s'\u00A0\u202F]/g, '');
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const [whole, fraction] = last < 0 ? [plain, ''] : [plain.slice(0, last), plain.slice(last + 1)];
  const between = plain[last] === ',' ? '.' : ',';
  const groups = whole.split(between);
  if (plain.startsWith('-')) throw new Error('below nothing');
  if (groups.slice(1).some((digits) => digits.length !== 3)) throw new Error('no thousands');
  return Money.of(`${groups.join('')}${fraction === '' ? '' : `.${fraction}`}`, currency).amount;
}
