import type { MethodPages } from '../open-page.types.js';
import { answerLender } from './lender-form.js';
import { Lender } from './lender.view.js';

/** A lender pays for the shopper. */
export const LENDER_PAGES: MethodPages = { content: (view) => <Lender view={view} />, answer: answerLender };
