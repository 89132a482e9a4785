import { ISSUERS, type SandboxIssuer } from '../../../payments/index.js';
import { PROBLEMS } from '../checkout.labels.js';
import { askAgain } from '../form-checks.js';
import type { FormAnswer, SubmittedMethodForm, MethodPages } from '../open-page.types.js';
import { BankChoice } from './bank-choice.view.js';
import { TestBank } from './test-bank.view.js';

// Each other method is one bank, or has its own page for the choice.
const issuersOf = (code: string): readonly SandboxIssuer[] => (code === 'IDEAL' ? ISSUERS : []);

function answerBank({ method, fields }: SubmittedMethodForm): FormAnswer {
  const issuers = issuersOf(method.code);
  const isKnown = issuers.length === 0 || issuers.some(({ code }) => code === fields['bank']);
  if (!isKnown) return askAgain(fields, { bank: PROBLEMS.bank });
  return { step: 'bank', carried: { bank: fields['bank'] } };
}

/** The shopper goes to the page of a bank. */
export const BANK_PAGES: MethodPages = {
  content: (view) => {
    const issuers = issuersOf(view.method.code);
    if (view.step !== 'bank') return <BankChoice view={view} issuers={issuers} />;
    const bank = issuers.find(({ code }) => code === view.carried['bank'])?.description ?? `${view.method.name} (test)`;
    return <TestBank view={view} bank={bank} />;
  },
  answer: answerBank,
};
