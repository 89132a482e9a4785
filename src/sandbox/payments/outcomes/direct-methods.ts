import { findMethod } from '../../orders/index.js';

/** How a direct request for a payment method continues (protocol §2.1). */
export interface DirectFlow {
  /** Whether the shopper must go to a page of the bank or the lender, unless the request contains all data. */
  readonly redirect: boolean;
  /**
   * Members of the request, its `gateway_info` or its `customer`, of which a direct request needs at least one. Empty: it
   * needs none.
   */
  readonly needs: readonly string[];
}

/** The members that identify a card in a request: its number, a payload or token for it, or a stored one. */
export const CARD_MEMBERS: readonly string[] = ['card_number', 'payment_data', 'payment_token', 'recurring_id'];
const ACCOUNT_MEMBERS: readonly string[] = ['account_holder_iban', 'account_id', 'recurring_id'];

const PAGE: DirectFlow = { redirect: true, needs: [] };
const NO_PAGE: DirectFlow = { redirect: false, needs: [] };
const CARD: DirectFlow = { redirect: false, needs: CARD_MEMBERS };

const BANKS_AND_WALLETS =
  'IDEAL IDEALQR MISTERCASH PAYPAL BELFIUS BIZUM CBC DBRTP DIRECTBANK DOTPAY EPS GIROPAY KBC MYBANK TRUSTLY TRUSTPAY ' +
  'ALIPAY ALIPAYPLUS AMAZONBTN WECHAT';
const LENDERS =
  'AFTERPAY BILLINK BNPL_INST BNPL_INSTM BNPL_MF BNPL_OB EINVOICE IN3 IN3B2B KLARNA PAYAFTER SANTANDER ZINIA ZINIA_IN3';

const FLOWS: ReadonlyMap<string, DirectFlow> = new Map([
  ...flows(BANKS_AND_WALLETS, PAGE),
  // A lender asks the shopper for more data than the shop has, and for consent.
  ...flows(LENDERS, PAGE),
  ...flows('BANKTRANS MULTIBANCO WALLET', NO_PAGE),
  ...flows('VISA MASTERCARD MAESTRO AMEX CREDITCARD APPLEPAY GOOGLEPAY', CARD),
  ['MBWAY', { redirect: false, needs: ['phone'] }],
  ['DIRDEB', { redirect: false, needs: ACCOUNT_MEMBERS }],
]);

function flows(codes: string, flow: DirectFlow): [string, DirectFlow][] {
  return codes.split(' ').map((code): [string, DirectFlow] => [code, flow]);
}

/**
 * How a direct request for this method continues; null if the method accepts none: error 1023, spec §7.
 *
 * @param code null or empty: the request has no method, and the card decides.
 */
export function directFlow(code: string | null): DirectFlow | null {
  if (code === null || code === '') return CARD;
  // If a gift card does not cover the amount, the shopper pays the rest on a page.
  return FLOWS.get(code) ?? (findMethod(code)?.kind === 'gift-card' ? PAGE : null);
}

/** A bank that a shopper can be sent to. */
export interface SandboxIssuer {
  readonly code: string;
  readonly description: string;
}

/** The banks of this test environment, the published ones first; any other identifier is refused (spec §7, 1036). */
export const ISSUERS: readonly SandboxIssuer[] = [
  { code: '0021', description: 'Rabobank (test)' },
  { code: '0031', description: 'ABN AMRO (test)' },
  { code: '0721', description: 'ING (test)' },
  { code: '0751', description: 'SNS (test)' },
  { code: '3151', description: 'Test Bank' },
  { code: '3152', description: 'Second Test Bank' },
  { code: '3153', description: 'Third Test Bank' },
];
