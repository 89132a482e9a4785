import type { FormFields } from '../../pages/page-handler.js';
import type { OperatorDecision } from '../../shop/decisions/index.js';
import type { RefundsService } from '../../shop/refunds/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { NotDone } from '../frame/not-done.js';

/** A user's request about one refund. */
interface Asked {
  readonly id: string;
  readonly form: FormFields;
  readonly decision: OperatorDecision;
  readonly labels: DashboardLabels['refund'];
}

/** Carries it out, and returns the message for the user. */
type RefundAction = (refunds: RefundsService, asked: Asked) => Promise<string>;

/** The actions on one refund; each is recorded with who and why. */
export const REFUND_ACTIONS = {
  cancel: async (refunds, { id, decision, labels }) => {
    await refunds.cancel(id, decision);
    return labels.done.cancel;
  },
  decide: async (refunds, { id, form, decision, labels }) => {
    const verdict = form.get('verdict');
    if (verdict !== 'paid' && verdict !== 'not-paid') {
      const { message, advice } = labels.undecided;
      throw new NotDone(message, advice);
    }
    const serviceRefundId = form.get('serviceRefundId')?.trim();
    await refunds.decide(id, { verdict, ...(serviceRefundId && { serviceRefundId }), ...decision });
    return labels.done[verdict];
  },
} as const satisfies Readonly<Record<string, RefundAction>>;

/** Whether it is one of {@link REFUND_ACTIONS}. */
export const isRefundAction = (action: string): action is keyof typeof REFUND_ACTIONS =>
  Object.hasOwn(REFUND_ACTIONS, action);
