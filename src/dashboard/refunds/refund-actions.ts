import type { PaymentError } from '../../protocol/index.js';
import type { FormFields } from '../../pages/page-handler.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import { refusal } from '../../shop/core/index.js';
import type { RefundsService } from '../../shop/refunds/index.js';

/** What a person asks for about one refund. */
interface Asked {
  readonly id: string;
  readonly form: FormFields;
  readonly decision: OperatorDecision;
}

/** Does it, and returns what to tell the sender. */
type RefundAction = (refunds: RefundsService, asked: Asked) => Promise<string>;

/** What can be done about one refund by hand; each is recorded with who and why. */
export const REFUND_ACTIONS = {
  cancel: async (refunds, { id, decision }) => {
    await refunds.cancel(id, decision);
    return 'The refund is cancelled: no money leaves.';
  },
  decide: async (refunds, { id, form, decision }) => {
    const verdict = form.get('verdict');
    if (verdict !== 'paid' && verdict !== 'not-paid') throw undecided();
    const serviceRefundId = form.get('serviceRefundId')?.trim();
    await refunds.decide(id, { verdict, ...(serviceRefundId && { serviceRefundId }), ...decision });
    return DECIDED[verdict];
  },
} as const satisfies Readonly<Record<string, RefundAction>>;

const DECIDED = {
  paid: 'Written down: the service has it. It is followed until the money has left, and not sent again.',
  'not-paid': 'Written down: the service does not have it. It is sent again when its turn comes.',
};

/** Whether it is one of them. */
export const isRefundAction = (action: string): action is keyof typeof REFUND_ACTIONS =>
  Object.hasOwn(REFUND_ACTIONS, action);

const undecided = (): PaymentError =>
  refusal({
    code: 'REQUEST_INVALID',
    message: 'Nothing was decided: neither of the two verdicts was chosen.',
    httpStatus: 422,
    advice: 'Choose whether the service has the refund, and say how you know.',
  });
