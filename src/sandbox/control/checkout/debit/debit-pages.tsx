import { TEST_ACCOUNTS } from '../../../payments/index.js';
import type { MethodPages } from '../open-page.types.js';
import { TestValues } from '../parts/test-values.view.js';
import { answerDebit } from './debit-form.js';
import { Debit } from './debit.view.js';

const VALUES = TEST_ACCOUNTS.map(({ iban, hint }) => ({ id: iban, number: iban, effect: hint.directDebit }));

/** The money is collected from the shopper's bank. */
export const DEBIT_PAGES: MethodPages = {
  content: (view) => <Debit view={view} />,
  aside: (view) => <TestValues title="Test accounts" view={view} values={VALUES} />,
  answer: answerDebit,
};
