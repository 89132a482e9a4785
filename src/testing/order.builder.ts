import { formatServiceTime } from '../protocol/index.js';

/** Input of {@link orderBody}; every other field gets a plausible value. */
export interface OrderBodyInput {
  readonly orderId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217; default EUR. */
  readonly currency?: string;
  /** Default `completed`. */
  readonly status?: string;
  /** Default: same as `status`. */
  readonly financialStatus?: string | null;
  /** Minor units; default 0. */
  readonly amountRefunded?: number;
  /** Default `1756720780000123`; null for a session without a transaction. */
  readonly transactionId?: string | null;
  /** Epoch milliseconds of `created` and `modified`. */
  readonly at: number;
  /** Fields that replace those of the result or are added, in the form of the wire. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/**
 * The body of a notification, or the `data` of a get-order, as the service writes it (spec §2.2).
 *
 * @example
 * ```ts
 * const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
 * ```
 */
export function orderBody(input: OrderBodyInput): Record<string, unknown> {
  const status = input.status ?? 'completed';
  const { currency = 'EUR', transactionId = '1756720780000123', amount, orderId } = input;
  const time = formatServiceTime(input.at);
  return {
    amount,
    amount_refunded: input.amountRefunded ?? 0,
    ...(status === 'completed' ? { completed: time } : {}),
    costs: [],
    created: time,
    currency,
    custom_info: { custom_1: null, custom_2: null, custom_3: null },
    customer: { email: 'ann@example.org', first_name: 'Ann', last_name: 'Example', locale: 'nl_NL' },
    description: `Order ${orderId}`,
    fastcheckout: 'NO',
    financial_status: input.financialStatus === undefined ? status : input.financialStatus,
    items: null,
    modified: time,
    order_id: orderId,
    payment_details: { account_iban: '*** 6300', type: 'IDEAL' },
    payment_methods: [{ amount, currency, description: `Order ${orderId}`, status, type: 'IDEAL' }],
    reason: '',
    reason_code: '',
    related_transactions: null,
    status,
    ...(transactionId === null ? {} : { transaction_id: transactionId }),
    var1: null,
    var2: null,
    var3: null,
    ...input.fields,
  };
}
