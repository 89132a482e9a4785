import type { SandboxMethod } from '../../orders/index.js';
import { APP_PAGES, PHONE_PAGES } from './app/app-pages.js';
import { BANK_PAGES } from './bank/bank-pages.js';
import { CARD_PAGES } from './card/card-pages.js';
import { DEBIT_PAGES } from './debit/debit-pages.js';
import { LENDER_PAGES } from './lender/lender-pages.js';
import type { MethodPages } from './open-page.types.js';
import { pageKind, type PageKind } from './page-kind.js';
import { PREPAID_PAGES } from './prepaid/prepaid-pages.js';
import { TRANSFER_PAGES } from './transfer/transfer-pages.js';
import { WALLET_PAGES } from './wallet/wallet-pages.js';

const PAGES: Readonly<Record<PageKind, MethodPages>> = {
  app: APP_PAGES,
  bank: BANK_PAGES,
  card: CARD_PAGES,
  debit: DEBIT_PAGES,
  lender: LENDER_PAGES,
  phone: PHONE_PAGES,
  prepaid: PREPAID_PAGES,
  transfer: TRANSFER_PAGES,
  wallet: WALLET_PAGES,
};

/**
 * The pages of a payment method.
 *
 * @example
 * ```ts
 * const contentOf = (method: SandboxMethod) => methodPages(method).content; // for IDEAL the choice of a bank
 * ```
 */
export function methodPages(method: SandboxMethod): MethodPages {
  return PAGES[pageKind(method)];
}
