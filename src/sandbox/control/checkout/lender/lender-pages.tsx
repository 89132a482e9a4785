import type { MethodPages } from '../open-page.types.js';
import { answerLender } from './lender-form.js';
import { Lender } from './lender.view.js';

/** Someone lends the shopper the money. */
export const LENDER_PAGES: MethodPages = { content: (view) => <Lender view={view} />, answer: answerLender };
