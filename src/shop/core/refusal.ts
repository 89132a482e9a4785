import { PaymentError, type PaymentErrorInit } from '../../protocol/index.js';

/** What is so of most that this package refuses by itself: nothing was sent, and repeating it would not help. */
const BY_DEFAULT = { kind: 'request', execution: 'not-executed', retry: 'no', httpStatus: 409 } as const;

/** What a refusal is made of: the rest of an error's facts where they differ from what is so of most. */
type Refusal = Omit<PaymentErrorInit, keyof typeof BY_DEFAULT> & Partial<PaymentErrorInit>;

/**
 * The error for what is refused here, before anything was sent.
 *
 * @example
 * refusal({ code: 'ORDER_UNKNOWN', message: 'There is no order S1.', advice: 'Check the id.', httpStatus: 404 });
 */
export const refusal = (what: Refusal): PaymentError => new PaymentError({ ...BY_DEFAULT, ...what });
