import { TEST_ACCOUNTS } from '../../../payments/index.js';
import type { FormAnswer, SubmittedMethodForm, MethodPages } from '../open-page.types.js';
import { PaymentReference } from './payment-reference.view.js';
import { Transfer } from './transfer.view.js';

const ACCOUNTS = TEST_ACCOUNTS.map(({ iban, hint }) => ({ id: iban, number: iban, effect: hint.bankTransfer }));

/** For Multibanco the amount decides, for a test account the account; from any other account the money arrives. */
function answerTransfer({ method, fields }: SubmittedMethodForm): FormAnswer {
  if (method.code === 'MULTIBANCO') return { instrument: { kind: 'none' } };
  const account = ACCOUNTS.find(({ id }) => id === fields['account']);
  return account === undefined ? { outcome: 'paid' } : { instrument: { kind: 'account', iban: account.id } };
}

/** The shopper pays elsewhere, with the data on the page. */
export const TRANSFER_PAGES: MethodPages = {
  content: (view) =>
    view.method.code === 'MULTIBANCO' ? <PaymentReference view={view} /> : <Transfer view={view} accounts={ACCOUNTS} />,
  answer: answerTransfer,
};
