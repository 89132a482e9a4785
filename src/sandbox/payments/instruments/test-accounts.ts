import type { PaymentOutcome } from '../outcomes/outcome-rules.js';
import type { InstrumentResult } from './instrument-plan.types.js';

/** A bank account of the test environment. */
export interface TestAccount {
  readonly iban: string;
  readonly directDebit: InstrumentResult;
  readonly bankTransfer: InstrumentResult;
  /** The text about it on the shopper's page. */
  readonly hint: { readonly directDebit: string; readonly bankTransfer: string };
}

const TWO_MINUTES = 120_000;

const result = (now: PaymentOutcome | null, then?: PaymentOutcome): InstrumentResult => ({
  now,
  later: then === undefined ? null : { afterMs: TWO_MINUTES, outcome: then },
  refusal: now === 'declined' ? { reason: 'The bank declined the payment', code: '4999' } : null,
});

/** The published test accounts. Their check digits are invalid, so none is a real account. */
export const TEST_ACCOUNTS: readonly TestAccount[] = [
  {
    iban: 'NL87ABNA0000000001',
    directDebit: result(null, 'paid'),
    bankTransfer: result(null, 'paid'),
    hint: { directDebit: 'paid after 2 minutes', bankTransfer: 'paid after 2 minutes' },
  },
  {
    iban: 'NL87ABNA0000000002',
    directDebit: result('declined'),
    bankTransfer: result(null, 'expired'),
    hint: { directDebit: 'declined', bankTransfer: 'expired after 2 minutes' },
  },
  {
    iban: 'NL87ABNA0000000003',
    directDebit: result('uncleared', 'accepted'),
    bankTransfer: result('uncleared', 'accepted'),
    hint: { directDebit: 'in review, paid after 2 minutes', bankTransfer: 'in review, paid after 2 minutes' },
  },
  {
    iban: 'NL87ABNA0000000004',
    directDebit: result('uncleared', 'rejected'),
    bankTransfer: result('declined'),
    hint: { directDebit: 'in review, declined after 2 minutes', bankTransfer: 'declined' },
  },
];

// For any other account: a debit waits for a decision, a transfer for the money.
const OTHER_DEBIT = result('uncleared');
const OTHER_TRANSFER = result(null);

/** The result of a payment by this method from this account. */
export function accountResult(method: string, iban: string): InstrumentResult {
  const account = TEST_ACCOUNTS.find((each) => each.iban === iban);
  return method === 'DIRDEB' ? (account?.directDebit ?? OTHER_DEBIT) : (account?.bankTransfer ?? OTHER_TRANSFER);
}
