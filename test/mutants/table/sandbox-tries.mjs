/** What makes several tries on one page of the sandbox other than those of the service. */
const TRIES = { promise: null, spec: 'test/sandbox/several-tries.spec.ts' };

export const SANDBOX_TRIES = [
  {
    ...TRIES,
    id: 'sandbox-takes-the-open-try-over',
    what: 'a payment by another method takes over the try that is open, instead of leaving it to its own end',
    file: 'src/sandbox/payments/outcomes/payment-attempts.ts',
    replace: ["if (rule.attempt === 'new') return true;", 'if (rule.attempt) return false;'],
    test: 'a try that was left for another one ends at the time of its method, with its own transaction: VISA',
  },
  {
    ...TRIES,
    id: 'sandbox-resends-another-try',
    what: 'a notification that is sent again reports the try that has the order by then',
    file: 'src/sandbox/notifications/notification-queue.ts',
    replace: ['orderKey: order.id, transactionKey, cause }', 'orderKey: order.id, transactionKey: null, cause }'],
    test: 'a try that was left for another one keeps its words after it was declined, and the next one was paid',
  },
];
