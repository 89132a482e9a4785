import { findMethod, type OrderVisit, type SandboxMethod } from '../../../orders/index.js';
import { awaitsAuthentication, type PaymentInstrument, testCardOf } from '../../../payments/index.js';
import type { Fields } from '../open-page.types.js';
import { cardId } from './test-card-list.js';

/** The card of a direct order whose bank asks the shopper. */
export interface DirectCard {
  /** What the order is paid by: the scheme of the card, or the wallet that holds it. */
  readonly method: SandboxMethod;
  readonly instrument: PaymentInstrument;
  /** The page of its bank. */
  readonly page: { readonly method: SandboxMethod; readonly step: '3ds'; readonly carried: Fields };
}

/** The card that the page of a direct order asks about; null if it asks about none. */
export function directCardOf({ order, transaction }: OrderVisit): DirectCard | null {
  const paidWith = transaction?.paidWith ?? null;
  const card = awaitsAuthentication(order) && paidWith !== null ? testCardOf(paidWith.bin, paidWith.last4) : null;
  const scheme = card === null ? null : findMethod(card.scheme);
  if (transaction === null || paidWith === null || card === null || scheme === null) return null;
  const page = { method: scheme, step: '3ds', carried: { card: cardId(card) } } as const;
  const instrument = { kind: 'token', method: transaction.method, paidWith } as const;
  return { method: findMethod(transaction.method) ?? scheme, instrument, page };
}
