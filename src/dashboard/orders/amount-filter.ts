import { Money } from '../../protocol/index.js';
import type { AmountRange } from '../../shop/admin/index.js';
import { queryText, type PageRequest } from '../../pages/page-request.js';

/** Amounts that a list is narrowed down to, as people typed them; empty for no bound. */
export interface AmountFilter {
  readonly least: string;
  readonly most: string;
  /** ISO 4217; empty where none was chosen. */
  readonly currency: string;
}

/** Longer than any amount. */
const LONGEST = 24;

/** Reads an amount's bounds out of an address. */
export function readAmounts(request: PageRequest): AmountFilter {
  const value = (name: string): string => queryText(request, name).trim().slice(0, LONGEST);
  return { least: value('least'), most: value('most'), currency: value('currency').toUpperCase().slice(0, 3) };
}

/** The bounds in minor units; null where none is given, or where one cannot be read. One alone leaves the other open. */
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

/** Whether bounds are given that cannot be read. */
export const isUnread = (filter: AmountFilter): boolean =>
  (filter.least !== '' || filter.most !== '') && amountRange(filter) === null;

/**
 * The last of points and commas stands before the fraction, the others between thousands: `1.250,00` and `1,250.00`.
 *
 * @throws PaymentError for what is no amount of the currency
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
