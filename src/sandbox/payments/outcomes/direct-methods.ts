import { findMethod } from '../../orders/index.js';

/** What a direct request for a payment method leads to (protocol §2.1). */
export interface DirectFlow {
  /** Whether the shopper has to go to a page of the bank or the lender, unless the request brings all that it needs. */
  readonly redirect: boolean;
  /** Members of the request or of its `gateway_info`: without any of them it is no direct request. Empty: it needs none. */
  readonly needs: readonly string[];
}

/** What a card is named by in a request: its number, a payload or token that stands for it, or a stored one. */
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
  // A lender asks the shopper for more than the shop knows, and for consent.
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
 * What a direct request for this method leads to; null when the method takes none: error 1023, spec §7.
 *
 * @param code null or empty: the request names no method, and the card decides.
 */
export function directFlow(code: string | null): DirectFlow | null {
  if (code === null || code === '') return CARD;
  // A gift card that does not cover all of it leads to a page for the rest.
  return FLOWS.get(code) ?? (findMethod(code)?.kind === 'gift-card' ? PAGE : null);
}

/** A bank that a shopper can be sent to. */
export interface SandboxIssuer {
  readonly code: string;
  readonly description: string;
}

/** The banks of this test environment, the published ones first; another identifier is none of them (spec §7, 1036). */
export const ISSUERS: readonly SandboxIssuer[] = [
  { code: '0021', description: 'Rabobank (test)' },
  { code: '0031', description: 'ABN AMRO (test)' },
  { code: '0721', description: 'ING (test)' },
  { code: '0751', description: 'SNS (test)' },
  { code: '3151', description: 'Test Bank' },
  { code: '3152', description: 'Second Test Bank' },
  { code: '3153', description: 'Third Test Bank' },
];
