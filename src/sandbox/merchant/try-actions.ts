import type { Sandbox } from '../control/index.js';
import type { SandboxTryChoice } from '../payments/index.js';
import type { OrderAction } from './order-actions.js';

/** An action on one of several tries. */
export interface TryAction extends Pick<OrderAction, 'name' | 'label' | 'done'> {
  readonly run: (sandbox: Sandbox, orderId: string, choice: SandboxTryChoice) => Promise<unknown>;
}

/** The buttons of a try that was left for another one and is not decided yet; the form names its transaction. */
export const TRY_ACTIONS: readonly TryAction[] = [
  {
    name: 'try-paid',
    label: 'Pay',
    done: 'The try was paid.',
    run: (sandbox, orderId, choice) => sandbox.pay(orderId, choice),
  },
  {
    name: 'try-declined',
    label: 'Decline',
    done: 'The try was declined.',
    run: (sandbox, orderId, choice) => sandbox.decline(orderId, choice),
  },
  {
    name: 'try-expired',
    label: 'Let it expire',
    done: 'The try has expired.',
    run: (sandbox, orderId, choice) => sandbox.expire(orderId, choice),
  },
];
