import type { AmountRange } from '../../shop/admin/index.js';
import { queryText, type PageRequest } from '../../pages/page-request.js';
import { readTypedMoney } from '../../pages/typed-money.js';

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
  const from = least === '' ? 0 : readTypedMoney(least, currency)?.amount;
  const to = most === '' ? Number.MAX_SAFE_INTEGER : readTypedMoney(most, currency)?.amount;
  return from === undefined || to === undefined ? null : { currency, least: from, most: to };
}

/** Whether a given bound cannot be read. */
export const isUnread = (filter: AmountFilter): boolean =>
  (filter.least !== '' || filter.most !== '') && amountRange(filter) === null;
