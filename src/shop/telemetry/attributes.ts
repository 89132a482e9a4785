/**
 * Names of all attributes of spans and metrics. No other data may be reported: no body, no reason in words, no amount, no
 * name of a person, and never a key (promise 6).
 */
export const ATTRIBUTE = {
  /** The terminal group's name. */
  group: 'tillbridge.terminal_group',
  /** The order's id at the shop or the service; on spans only, because it has too many values for a metric. */
  orderId: 'tillbridge.order.id',
  /** Which of the fixed refusals was answered. */
  refusal: 'tillbridge.refusal',
  /** Where an observation came from. */
  source: 'tillbridge.observation.source',
  /** The outcome of an observation. */
  decision: 'tillbridge.observation.decision',
  /** The kind of a transition: the kinds of `@OnPayment` and `@OnRefund`. */
  kind: 'tillbridge.transition.kind',
  /** The handler's name. */
  effect: 'tillbridge.effect.name',
  /** `transaction` or `commit`. */
  phase: 'tillbridge.effect.phase',
  /** How many notifications shared one transaction. */
  batchSize: 'tillbridge.batch.size',
  /** The requested operation, in the words of the error tables. */
  operation: 'tillbridge.service.operation',
  /** `accepted`, `rejected`, `not-sent` or `unknown`. */
  outcome: 'tillbridge.service.outcome',
  /** Why a call was not made: the code of its error. */
  hold: 'tillbridge.service.hold',
  /** Why a transaction was run again. */
  retry: 'tillbridge.transaction.retry_reason',
  method: 'http.request.method',
  status: 'http.response.status_code',
  server: 'server.address',
  /** Code of a `PaymentError`, or the class of any other error; never its text. */
  error: 'error.type',
} as const;
