import { CUSTOMER_TEXTS } from './customer-texts.js';
import type { LocalError } from './error-code.types.js';

/** An input that the service would refuse, so the shop does not send it. */
const refusedInput = (what: string): LocalError => ({
  cause: `The ${what} cannot be used as it is. Nothing was sent.`,
  operatorText: 'Correct every fault that the error lists.',
});

/** Codes about the shop's own calls and settings: the service was not called, or its answer is not the cause. */
export const SHOP_ERRORS = {
  OPTIONS_INVALID: { cause: 'The options of the module are wrong.', operatorText: 'Correct every fault it lists.' },
  MODULE_TWICE: {
    cause: 'TillbridgeModule was imported twice into one application, with the same DataSource.',
    operatorText:
      'Import TillbridgeModule.forRoot once, in AppModule: it is global. Several terminal groups stand in the options of one; a second shop needs a DataSource of its own.',
  },
  MODULE_MISSING: {
    cause: 'A module of the package was imported into an application without TillbridgeModule.',
    operatorText:
      'Import TillbridgeModule.forRoot({ terminalGroups: […] }) into the same application, for example in AppModule.',
  },
  DASHBOARD_UNGUARDED: {
    cause: 'The dashboard was imported without an access guard, so that anybody could give money back.',
    operatorText:
      'Pass the guard of your own back office: TillbridgeDashboardModule.forRoot({ guard: StaffGuard, user: (request) => … }).',
  },
  METRICS_UNGUARDED: {
    cause:
      'The page of the metrics was imported without an access guard, so that anybody could read how many payments the shop has.',
    operatorText:
      'Pass a guard of yours, TillbridgeTelemetryModule.forRoot({ guard: ScrapeGuard }); or say public: true where only your own network reaches the route.',
  },
  RAW_BODY_MISSING: {
    cause: 'The host throws the bytes of requests away, so that no signature could be verified.',
    operatorText: 'Create the application with rawBody: true.',
  },
  TABLES_MISSING: {
    cause:
      'The database lacks tables or columns of this version, and the option requireTables wants them at the start.',
    operatorText:
      'Run the migrations before the start: tillbridge migrate up. Without requireTables the shop starts and waits.',
  },
  SCHEDULER_MISSING: {
    cause: 'A terminal group is to be polled by cron, and the application has no scheduler of @nestjs/schedule.',
    operatorText: 'Install @nestjs/schedule and import ScheduleModule.forRoot() once, or leave polling.cron out.',
  },
  GROUP_UNKNOWN: {
    cause: 'No terminal group has this name.',
    operatorText: 'Use a name that the options list, or one that resolveGroup knows.',
  },
  GROUP_UNRESOLVED: {
    cause: 'The function resolveGroup of the options, which finds terminal groups, has failed or not answered in time.',
    operatorText: 'Nothing was sent: try again. If it lasts, see what the log says about resolveGroup.',
  },
  GROUP_RENAME_REFUSED: {
    cause: 'A terminal group cannot be renamed now: the error says by whom or by what it is held.',
    operatorText: 'See to every reason that the error lists, and call it again; nothing was moved.',
  },
  ORDER_CONFLICT: {
    cause: 'An order of this identifier exists with other contents.',
    operatorText: 'Use another identifier for another order, or the same contents for the same one.',
    customerText: CUSTOMER_TEXTS.alreadyProcessed,
  },
  ORDER_ALREADY_PAID: {
    cause: 'The order is paid.',
    operatorText: 'Nothing to do: show the customer that the order is paid.',
    customerText: CUSTOMER_TEXTS.alreadyPaid,
  },
  ORDER_PAYMENT_PENDING: {
    cause: 'A payment of the order is still pending. No other payment can be started until it ends.',
    operatorText:
      'Show the customer that the payment is being confirmed; when it fails, the order can be created anew.',
    customerText: CUSTOMER_TEXTS.pending,
  },
  ORDER_BUSY: {
    cause:
      'Another process is creating or capturing the order and has not finished in time. Nothing was sent by this one.',
    operatorText: 'Make the call again in a moment.',
  },
  ORDER_PAGE_LOST: {
    cause:
      'The service has made the order, and was asked for a second payment page because the answer with the first was lost; that answer was lost as well. No page is known with which the customer could pay.',
    operatorText:
      'Make the call again: it asks for a page once more. If it happens often, see what cuts the connections to the service.',
  },
  CAPTURE_CHANGED: {
    cause:
      'More or less of the order can be captured than was seen, or another request to capture it is on its way: this one may be its repeat. Nothing was captured by it.',
    operatorText:
      'Read the order, see what has been captured, and ask again with what is open now. If nothing has been, the id of the part was used up by a capture that failed: pass a newOrderId of your own.',
  },
  ATTENTION_CHANGED: {
    cause: 'The order needs attention for another reason than the one that was seen. Nothing was acknowledged.',
    operatorText: 'Look at the order again, see to what it says now, and acknowledge that.',
  },
  ORDER_IN_TRANSACTION: {
    cause:
      'An order was to be created inside an open transaction, which might be rolled back afterwards; the order at the service would stay.',
    operatorText:
      "Create the order before the transaction begins, or after its commit; in a handler of @OnPayment or @OnRefund by { after: 'commit' }.",
  },
  HOST_TRANSACTION_MISUSED: {
    cause:
      'The `run` of the option effects.hostTransaction has not called its work exactly once, or has not waited for it, or has hidden its failure. The transaction was rolled back.',
    operatorText:
      'Let `run` call and await its work once, and let its failure through: run(tx, work) { return context.run(tx, work); }.',
  },
  ORDER_ID_TOO_LONG: {
    cause:
      'Prefix, order identifier and number of the attempt are together longer than the service takes: 50 characters.',
    operatorText:
      'Use shorter order identifiers or a shorter orderIdPrefix; room for -2, -3 of later attempts is needed, too.',
  },
  ORDER_UNKNOWN: {
    cause: 'The module does not know the order.',
    operatorText: 'Check the identifier and the terminal group.',
    customerText: CUSTOMER_TEXTS.notFound,
  },
  ORDER_AMBIGUOUS: {
    cause: 'Orders of several terminal groups have this identifier.',
    operatorText: 'Name the terminal group as well.',
  },
  REFUND_EXCEEDS_REMAINING: {
    cause: 'More was to be given back than is left of a payment: the rest is promised or done. Nothing was sent.',
    operatorText: 'Ask for no more than what is left, which the error names; look at the other refunds of the order.',
    customerText: CUSTOMER_TEXTS.notRefundable,
  },
  REFUND_KEY_CONFLICT: {
    cause: 'The key of a refund stands for another one, of another order or amount. Nothing was sent.',
    operatorText:
      'Give each refund a key of its own. Some databases take capital and small letters of a key for the same.',
  },
  REFUND_NOT_PAID: {
    cause: 'The order has no payment that could be given back: it is not paid, not captured, or was charged back.',
    operatorText: 'Cancel what is not paid, or the reservation of what is not captured.',
  },
  REFUND_OTHER_CURRENCY: {
    cause: 'The amount of a refund is in another currency than the payment.',
    operatorText: 'Give the amount in the currency that was paid.',
  },
  REFUND_NOT_PERMITTED: {
    cause: 'On the dashboard a person asked for more than their role may give back of one order.',
    operatorText: 'Ask a colleague who may give back more. The limit is the option `role` of the dashboard.',
  },
  REFUND_OTHER_MODE: {
    cause: 'The order was created in another mode (live, test, sandbox) than its terminal group has now.',
    operatorText: 'Refund where the order was paid. A copy of the database of another environment cannot do it.',
  },
  REFUND_UNKNOWN: {
    cause: 'The module does not know the refund.',
    operatorText: 'Check the identifier and the terminal group.',
    customerText: CUSTOMER_TEXTS.notFound,
  },
  REFUND_TOO_LATE: {
    cause: 'Someone asked to cancel a refund whose money has left, or is leaving.',
    operatorText: 'The customer gets the money. If that must not be, ask the customer to pay again.',
  },
  REFUND_NOT_CANCELLABLE: {
    cause:
      'Someone asked to cancel a refund while it is not known whether the service has it, or a refund that was not carried out.',
    operatorText: 'Wait until it is known; where a person must say, decide first. The message says which it is.',
  },
  REFUND_CANCEL_UNKNOWN: {
    cause: 'The service was asked to cancel a refund, and it is not known whether it did.',
    operatorText: 'The module reads the refund by itself. You may cancel it again safely.',
  },
  TAGS_NOT_KNOWN: {
    cause: 'A refund looks like one of ours, and it is not known yet whether the service gives tags back.',
    operatorText: 'Nothing to do: the order is read again, and a person is asked if that does not help.',
  },
  REFUNDED_UNEXPLAINED: {
    cause:
      'The service has given back as much as a refund without an answer and does not list what that was, or tells of it in a form that cannot be read.',
    operatorText: 'Nothing to do: the order is read again, and a person is asked if that does not help.',
  },
  REFUND_BATCH_INVALID: {
    cause: 'Rows of a batch of refunds cannot be taken in. Nothing was written.',
    operatorText: 'Correct every row that the error lists, and submit the batch again.',
  },
  REFUND_BATCH_CONFLICT: {
    cause: 'Another batch of refunds, of other rows, has this key.',
    operatorText:
      'Submit one again with the same rows. Give another batch another key: rows whose own keys are on record are not requested again.',
  },
  REFUND_BATCH_UNKNOWN: {
    cause: 'The module does not know the batch of refunds.',
    operatorText: 'Check the id.',
  },
  REFUND_BATCH_STATE: {
    cause: 'The batch of refunds is not in a state in which it can be paused or resumed.',
    operatorText: 'Look at the batch: one that is queueing is submitted again, one that was stopped stays so.',
  },
  REFUND_NOT_MANUAL: {
    cause: 'Someone decided on a refund that does not wait for a decision.',
    operatorText:
      'If it is queued to be sent again although the service has it, cancel it now. Otherwise nothing is to be done: what becomes of it is found out without a person.',
  },
  KEY_EXPIRED: {
    cause:
      'None of the API keys of the terminal group is valid at this time: the last one has ended, or the first one has not begun. Nothing was sent.',
    operatorText:
      'Add a key that is valid now to apiKeys of the terminal group, or correct its from and until. Its refunds and polls wait, and go on by themselves then.',
  },
  KEY_REFUSED: {
    cause: 'The service refused an API key when the module tried it at the start.',
    operatorText:
      "Give each group the key of its own site and mode, live or test; set probe to 'warn' to start nevertheless.",
  },
  EVENTS_ADDRESS_REFUSED: {
    cause: 'The module does not accept the address of the events of an order.',
    operatorText: 'Check that the order is one for a terminal, and which service baseUrl leads to.',
  },
  EVENTS_REFUSED: {
    cause: 'The service refused to tell the events of an order.',
    operatorText: 'Read the order instead: its token may have run out.',
  },
  EVENTS_LOST: {
    cause: 'The stream of events broke too often.',
    operatorText: 'Read the order; then listen again.',
  },
  EVENTS_TIMEOUT: {
    cause: 'No final event came in time.',
    operatorText: 'Read the order: the customer may still be at the terminal.',
  },
  LIST_ENDLESS: {
    cause: 'A list did not end where it had to.',
    operatorText: 'Ask the service; what was read so far cannot be trusted to be all.',
  },
  ORDER_INVALID: refusedInput('order'),
  ORDER_ID_INVALID: refusedInput('identifier of an order'),
  UPDATE_INVALID: refusedInput('change of an order'),
  SHIPMENT_INVALID: refusedInput('shipment'),
  CANCEL_INVALID: refusedInput('cancellation'),
  CAPTURE_INVALID: refusedInput('capture'),
  CANCEL_RESERVATION_INVALID: refusedInput('cancellation of a reservation'),
  REFUND_INVALID: refusedInput('refund'),
  CANCEL_REFUND_INVALID: refusedInput('cancellation of a refund'),
  REQUEST_INVALID: refusedInput('request'),
  FILTER_INVALID: refusedInput('filter of a list'),
  RECONCILE_INVALID: refusedInput('request for a reconciliation'),
  DECISION_INVALID: refusedInput('decision of a person'),
  CUSTOMER_REFERENCE_INVALID: refusedInput('reference of a customer'),
  TOKEN_INVALID: refusedInput('token'),
  TOKEN_UPDATE_INVALID: refusedInput('change of a token'),
  APPLE_PAY_SESSION_INVALID: refusedInput('request for a session of Apple Pay'),
  GATEWAY_INVALID: refusedInput('code of a payment method'),
  TRANSACTION_ID_INVALID: refusedInput('identifier of a transaction'),
  TERMINAL_GROUP_ID_INVALID: refusedInput("service's number of a terminal group"),
} as const satisfies Readonly<Record<string, LocalError>>;
