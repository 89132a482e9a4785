import type { SandboxMethod } from '../../orders/index.js';

/** The kind of page for a payment method. */
export type PageKind = 'app' | 'bank' | 'card' | 'debit' | 'lender' | 'phone' | 'prepaid' | 'transfer' | 'wallet';

const BY_CODE: Readonly<Partial<Record<string, PageKind>>> = {
  ALIPAY: 'app',
  ALIPAYPLUS: 'app',
  BANKTRANS: 'transfer',
  BIZUM: 'phone',
  DIRDEB: 'debit',
  IDEALQR: 'app',
  MBWAY: 'phone',
  MISTERCASH: 'card',
  MULTIBANCO: 'transfer',
  WECHAT: 'app',
};

const BY_KIND: Readonly<Record<SandboxMethod['kind'], PageKind>> = {
  banking: 'bank',
  card: 'card',
  'gift-card': 'prepaid',
  'pay-later': 'lender',
  prepaid: 'prepaid',
  wallet: 'wallet',
};

/**
 * The kind of page of a payment method.
 *
 * @example
 * ```ts
 * pageKind({ code: 'MISTERCASH', kind: 'banking' }); // 'card'
 * ```
 */
export function pageKind({ code, kind }: Pick<SandboxMethod, 'code' | 'kind'>): PageKind {
  return BY_CODE[code] ?? BY_KIND[kind];
}
