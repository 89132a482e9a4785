import { PROBLEMS } from '../checkout.labels.js';
import { askAgain, hasProblems, matches, PHONE, problemsOf } from '../form-checks.js';
import type { FormAnswer, SubmittedMethodForm, MethodPages } from '../open-page.types.js';
import { AppScan } from './app-scan.view.js';
import { AppWait } from './app-wait.view.js';
import { Phone } from './phone.view.js';

const CHECKS = { phone: matches(PHONE, PROBLEMS.phone) };

function answerPhone({ fields }: SubmittedMethodForm): FormAnswer {
  const problems = problemsOf(fields, CHECKS);
  return hasProblems(problems) ? askAgain(fields, problems) : { step: 'app', carried: {} };
}

/** The shopper scans a code: every button of the page is an outcome, and there are no fields. */
export const APP_PAGES: MethodPages = {
  content: (view) => <AppScan view={view} />,
  answer: () => ({ step: 'app', carried: {} }),
};

/** The shopper gives a phone number, and confirms on the phone. */
export const PHONE_PAGES: MethodPages = {
  content: (view) => (view.step === 'app' ? <AppWait view={view} /> : <Phone view={view} />),
  answer: answerPhone,
};
