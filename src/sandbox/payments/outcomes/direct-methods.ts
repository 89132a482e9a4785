import type { PaymentOutcome } from './outcome-rules.js';

/** What a direct request for a payment method leads to (protocol §2.1). */
export interface DirectFlow {
  /** Whether the shopper has to go to a page of the bank or the lender. */
  readonly redirect: boolean;
  /** What the payment is at once; null: nothing is decided yet. */
  readonly outcome: PaymentOutcome | null;
  /** A member of `gateway_info`, or `recurring_id`, without which it is no direct request. */
  readonly needs: string | null;
}

const BANK_PAGE: DirectFlow = { redirect: true, outcome: null, needs: null };
const TRANSFER: DirectFlow = { redirect: false, outcome: null, needs: null };
const LENT: DirectFlow = { redirect: false, outcome: 'paid', needs: null };
const TOKEN: DirectFlow = { redirect: false, outcome: 'paid', needs: 'recurring_id' };

const FLOWS: ReadonlyMap<string, DirectFlow> = new Map([
  ...flows('IDEAL MISTERCASH PAYPAL BELFIUS CBC KBC EPS GIROPAY TRUSTLY KLARNA IN3 ALIPAY WECHAT', BANK_PAGE),
  ...flows('BANKTRANS MULTIBANCO', TRANSFER),
  ...flows('PAYAFTER AFTERPAY EINVOICE BILLINK WALLET', LENT),
  ...flows('VISA MASTERCARD MAESTRO AMEX CREDITCARD', TOKEN),
  ['DIRDEB', { redirect: false, outcome: 'uncleared', needs: 'account_holder_iban' }],
]);

function flows(codes: string, flow: DirectFlow): [string, DirectFlow][] {
  return codes.split(' ').map((code): [string, DirectFlow] => [code, flow]);
}

/** What a direct request for this method leads to; null when the method takes none: error 1023, spec §7. */
export function directFlow(code: string): DirectFlow | null {
  return FLOWS.get(code) ?? null;
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
