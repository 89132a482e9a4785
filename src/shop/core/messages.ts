import { maskPersonal } from '../../support/index.js';
import { eachInOneLine, shortly } from './log-line.js';
import { attentionSection, refundSection, runbook, type RunbookSection } from './runbook.js';

/** The facts of an effect that failed; `id`: of its row in the outbox. */
interface EffectFailure {
  readonly id: string;
  readonly effect: string;
  readonly orderId: string;
  readonly attempts: number;
  readonly error: string;
}

/** What is reported about a poll that was parked. */
interface ParkedPoll {
  readonly orderId: string;
  readonly group: string;
  readonly reason: string;
  readonly error: string | null;
}

/** For a plain Nest host. A platform sets the option `rawBodyAdvice`. */
const RAW_BODY_ADVICE =
  'Create the application with NestFactory.create(AppModule, { rawBody: true }); if the host installs a body parser of its own, let its verify hook keep the bytes as request.rawBody.';

/** What a worker failed to do, and what follows. */
export const WORKER_FAILURES = {
  claim: 'claim its rows. It tries again in a moment',
  release: 'release its rows. They are taken up again when their leases have run out',
  run: 'run its task. It tries again in a moment',
} as const;

/** The end of each text that is logged as an error. */
const see = (section: RunbookSection): string => ` (see ${runbook(section)})`;

/** A text that another sentence follows. An error may already end in a full stop. */
const sentence = (text: string): string => `${text.replace(/\.$/, '')}.`;

/** Every text the module says to engineers and operators: what happened, why it matters, what to do. */
export const messages = eachInOneLine({
  requestScopedHandler: (decorator: string, method: string) =>
    `${method} is marked with ${decorator} but its provider is request- or transient-scoped. Effects run outside any request; make the provider a singleton.`,
  generatorHandler: (decorator: string, method: string) =>
    `${method} is marked with ${decorator} but is a generator: called, it would run none of its lines. Make it a plain or an async method.`,
  handlerMisled: (decorator: string, method: string, fault: string) => `${method} is marked with ${decorator} ${fault}`,
  handlerOfNoGroup: (decorator: string, effect: string, group: string) =>
    `The ${decorator} handler "${effect}" is for terminal group "${group}", which the options do not have: it will never run. Correct the name on one of the two sides.`,
  duplicateEffect: (decorator: string, effect: string) =>
    `Two ${decorator} handlers are called "${effect}". The name is what makes an effect run once; give one of them another: ${decorator}(…, { name: '…' }).`,
  effectNameTooLong: (decorator: string, effect: string, most: number) =>
    `The ${decorator} handler "${effect}" has a name of more than ${most} characters. Give it a shorter one: ${decorator}(…, { name: '…' }).`,
  transactionLost: (effect: string) =>
    `the transaction ended while ${effect} ran in it, as after a deadlock whose error was swallowed. Let errors of the database out of a handler: the change is then repeated as a whole`,
  transitionMissing: (id: string) => `transition ${id} is not in the database`,
  handlerMissing: (effect: string) =>
    `this release has no handler called "${effect}". If it was renamed, give the method its old name by the option name of its decorator: { name: '${effect}' }`,
  handlerLate: (effect: string, limitMs: number) =>
    `${effect} has not ended within ${limitMs} ms. Inside a transaction it kept the order locked, so the transaction was rolled back. Do what takes long after the commit ({ after: 'commit' }), or raise effects.transactionLimitMs or effects.commitLimitMs`,
  handlerNotCalled: (effect: string) =>
    `${effect} was not called: a guard or interceptor of it answered in its place. An effect that did not run has failed; to leave something out on purpose, return from the method itself`,
  handlerLeft: (effect: string) =>
    `an interceptor of ${effect} answered before the method had ended, so no one knows how it will end`,
  transactionNotKept: (effect: string) =>
    `${effect} has ended the transaction it was given, or left one of its own open in it. It may end what it has begun, and must; use tx.transaction(…)`,
  transactionCommits: (effect: string, isImplicit: boolean) =>
    `${effect} would have ended the transaction it was given: ${isImplicit ? 'MariaDB and MySQL commit by themselves at this statement' : 'this statement commits it'}, so it was not carried out. Do that after the commit ({ after: 'commit' }), or in another way: DELETE instead of TRUNCATE`,
  transactionCommitted: (effect: string) =>
    `${effect} has ended the transaction it was given: a statement in it, or in a procedure that it calls, commits. What was written before is kept, no further handler runs, and the change does not come again: look at the order, and do by hand what its handlers have not done`,
  handlerRepeated: (effect: string) =>
    `an interceptor of ${effect} called it a second time in the same transaction, which would write everything twice`,
  wroteOutside: (effect: string, write: string) =>
    `${effect} wrote without the EntityManager it was given (${write}). On MySQL, MariaDB and PostgreSQL that is committed on its own: it stays when the change is rolled back, and is written once more each time the change is tried again. Write through tx, or let the services that write join it (effects.hostTransaction); what may follow the commit belongs in a handler with { after: 'commit' } (see docs/guide/effects.md)`,
  doorbellFailed: (error: string) =>
    `Other processes could not be told of new work (${maskPersonal(error)}). Nothing is lost: they find it by themselves within fifteen seconds.${see('doorbell-away')}`,
  hostTransactionUnknown:
    'effects.hostTransaction: no provider of this token has a method run(tx, work). Provide it in a module of the application, as a singleton, or pass an object',
  hostTransactionIdle: (effect: string) =>
    `hostTransaction.run() ended without having called its work, so ${effect} did not run.`,
  hostTransactionTwice: (effect: string) =>
    `hostTransaction.run() called its work a second time in the same transaction, so ${effect} would write everything twice.`,
  hostTransactionLeft: (effect: string) => `hostTransaction.run() ended while ${effect} was still running in it.`,
  hostTransactionSwallowed: (effect: string, error: string) =>
    `hostTransaction.run() ended well although ${effect} had failed in it: ${error}`,
  batchLate: (patienceMs: number) =>
    `the handlers of several orders took longer than ${patienceMs} ms together: each is tried by itself`,
  managerClosed: (effect: string) =>
    `the transaction that ${effect} was given has been rolled back; nothing can be written in it any more`,
  diagnosticsUnread: (error: string) =>
    `The figures for the metrics could not be read (${error}). This scrape lacks them.${see('database-away')}`,
  workLeft: (rows: number, patienceMs: number) =>
    `${rows} task(s) were still running ${patienceMs} ms after the shutdown began and were abandoned. Another process, or this one after its start, takes them over when their leases have run out.${see('work-left-at-the-end')}`,
  workerFailed: (what: string, error: string) =>
    `The worker could not ${what}: ${maskPersonal(error)}${see('database-away')}`,
  workUnrecorded: (error: string) =>
    `The result of a task could not be stored. An effect that has succeeded is recorded later; any other task runs again: ${maskPersonal(error)}${see('database-away')}`,
  endUnrecorded: 'The database failed when the result of this task was to be stored; the log of that moment says why.',
  leaseNotRenewed: (error: string) => `A lease could not be renewed; its task may run twice: ${maskPersonal(error)}`,
  leaseLost: (what: string, id: string) =>
    `${what} ${id} took so long that another worker took it over; the result of this run is discarded.`,
  paymentInDoubt: (orderId: string, group: string, status: string) =>
    `Order ${orderId} of terminal group ${group} needs attention: it was paid, and the service has called it ${status} for a day.${see('payment-in-doubt')}`,
  paymentUnseen: (orderId: string, group: string, transactionId: string) =>
    `Order ${orderId} of terminal group ${group} needs attention: the service lists the paid transaction ${transactionId} of it, and reads of the order do not show this payment.${see('payment-not-seen')}`,
  askedInVain:
    'the answer of the service does not decide it: the order changed while it was asked, or its answer is older than what it has signed',
  workKilled: (attempts: number) =>
    `it was begun ${attempts} times and it never came back. Does it end the process (out of memory, process.exit)?`,
  transportAway: (error: string) =>
    `Effects could not be handed over to their queues and are run by this process meanwhile; it tries the queues again every few seconds. Cause: ${maskPersonal(error)}${see('effects-not-handed-over')}`,
  transportBack: () => 'Effects are handed over to their queues again.',
  transportLate: (ms: number) => `the queues did not answer within ${ms} ms`,
  effectFailed: (failure: EffectFailure) =>
    `Effect ${failure.effect} of order ${failure.orderId} failed (attempt ${failure.attempts}) and will be tried again: ${maskPersonal(failure.error)}`,
  effectLeft: (failure: EffectFailure) =>
    `No handler of this release runs effect ${failure.effect} of order ${failure.orderId}. Another release may run it; after two hours it is marked as failed. Cause: ${maskPersonal(failure.error)}`,
  effectAbandoned: (failure: EffectFailure) =>
    `Effect ${failure.effect} of order ${failure.orderId} failed ${failure.attempts} times and is now marked as failed. It did not happen. Correct the cause, then call payments.effects.replay('${failure.id}', { by, why }), or discard. Last error: ${maskPersonal(failure.error)}${see('effects-failed')}`,
  laneResting: (group: string, forMs: number, reason: string) =>
    `No refund of terminal group ${group} is sent for ${Math.ceil(forMs / 1000)} s. Reason: ${reason}. The refunds stay in the queue and continue by themselves.${see('refunds-paused')}`,
  laneTaken: (group: string) =>
    `the lane of terminal group ${group} was taken over or paused before its slot was written down; nothing was sent`,
  laneReleased: (group: string) =>
    `The clock was put back: the next refund of terminal group ${group} would have waited for as long, and does not. Keep the clock of the database in step by NTP.`,
  lanePaused: (group: string, by: string, why: string) =>
    `No refund of terminal group ${group} is sent until its lane is resumed: ${by} has paused it (${why}).${see('refunds-paused')}`,
  laneResumed: (group: string, by: string, why: string) =>
    `Refunds of terminal group ${group} are sent again: ${by} has resumed its lane (${why}).`,
  guardIsWide: (group: string) =>
    `The service keeps equal amounts apart on all orders of terminal group ${group}, not only on one: from now on its refunds of one amount are sent five minutes apart. If the cause was another one, reset this: payments.refunds.resumeLane('${group}', { by, why }).`,
  refundWithheld: ({ id, group }: { id: string; group: string }, why: string) =>
    `Refund ${id} of terminal group ${group} was not sent in its slot and is in the queue again: ${why}. The next slots are wider, up to five seconds. If it happens again and again, the database or this process is slower than that.`,
  refundAnswerLost: ({ id, orderId }: { id: string; orderId: string }, outcome: string, error: string) =>
    `The answer to refund ${id} of order ${orderId} (${outcome}) could not be written down. What is known of it is stored as soon as the database takes it; if this process ends before, only reads of the order can show it. ${maskPersonal(error)}${see('refund-outcome-not-known')}`,
  refundNeedsAttention: (refund: { id: string; orderId: string; group: string; state: string; reason: string }) =>
    `Refund ${refund.id} of order ${refund.orderId} of terminal group ${refund.group} is ${refund.state} and needs attention: ${refund.reason}. payments.refunds.find('${refund.id}') shows what is known of it.${see(refundSection(refund.reason))}`,
  refundRejected: (refund: { id: string; orderId: string; group: string; reason: string | null }) =>
    `Refund ${refund.id} of order ${refund.orderId} of terminal group ${refund.group} was refused: ${refund.reason ?? 'no reason is known'}. The customer did not get it: look at the order before you ask for it again.`,
  refundedElsewhere: (refund: { orderId: string; group: string; amount: number; currency: string }) =>
    `${refund.amount} ${refund.currency} (minor units) of order ${refund.orderId} of terminal group ${refund.group} went back by other means than this module. It counts against what can still be refunded.`,
  refundClaimed: (refund: { orderId: string; group: string; key: string; serviceRefundId: string | null }) =>
    `Order ${refund.orderId} of terminal group ${refund.group} has the refund with the key ${refund.key} at the service already, as ${refund.serviceRefundId}, though it was not on record: the database lost it, or another one has it. Nothing is sent again.`,
  refundUnread: (id: string, orderId: string, error: string) =>
    `Order ${orderId} could not be read to find out about refund ${id}; it is read again: ${maskPersonal(error)}`,
  refundNotCancelled: (id: string, orderId: string, group: string, error: string) =>
    `Order ${orderId} of terminal group ${group} keeps refund ${id} of a stopped batch: it could not be cancelled. It is not sent, and is cancelled within ten minutes: ${maskPersonal(error)}`,
  refundUnwatched: (id: string) =>
    `Refund ${id} is in doubt, and its row in tillbridge_refund_watch was gone. It is read from now on; find out who deletes such rows.`,
  refundGroupGone: (id: string, group: string) =>
    `Refund ${id} has not come to its end, and its terminal group ${group} is not in the options any more. Put the group back until nothing of it is under way.`,
  batchQueued: (id: string, group: string, queued: number, refused: number) =>
    `The batch of refunds ${id} of terminal group ${group} is on record: ${queued} refund(s) are sent from now on${refused > 0 ? `; ${refused} could no longer be accepted, see payments.refunds.batches.find('${id}')` : ''}.`,
  handlersLacking: (list: string) =>
    `Other processes on this database have handlers that this one lacks: ${list}. They do not run for payments and refunds that this process records, now or later. Import the module of the handlers in this process, too; where it is not to handle payments, take the notification route and the pages from it and switch its workers off.`,
  groupsNotConfigured: (list: string) =>
    `There are open rows of terminal groups that the options do not have: ${list}. No one works on them; they wait, and nothing is lost. Was a group renamed? tillbridge groups rename OLD NEW. Otherwise put it back into the options.${see('group-not-configured')}`,
  // Searched for in stored rows when a group is renamed: rows of another wording would not be found.
  groupNotConfigured: (group: string) =>
    `it waits: terminal group ${group} is not in the options, or its rows still bear the name it had before (tillbridge groups rename)`,
  groupUnresolved: (group: string, error: string) =>
    `resolveGroup has failed for terminal group ${group} (${error}), and is asked again. Groups that are known are used meanwhile; notifications of others are answered 503, so that the service sends them again. What the function threw is not shown, as it may hold a key: log it there.${see('group-not-configured')}`,
  groupKept: (group: string, error: string) =>
    `What resolveGroup says of terminal group ${group} now cannot be used, so that what it said before stays in use. ${error}${see('group-not-configured')}`,
  groupGone: (group: string, newName: string | null) =>
    `${newName === null ? `resolveGroup knows no terminal group ${group} any more` : `resolveGroup answers with ${newName} for terminal group ${group}`}. No one works on its open rows; they wait, and nothing is lost. Was it renamed? tillbridge groups rename ${group} ${newName ?? 'NEW'}. Otherwise let resolveGroup find it.${see('group-not-configured')}`,
  keyMissing: (group: string, gap: string) =>
    `Terminal group ${group} has no API key that is valid now: ${gap}. Nothing is sent for it: no payment can begin, and its refunds and polls wait; they go on by themselves once a key is valid. Put one into apiKeys, or correct from and until. Other groups are not affected.${see('key-refused')}`,
  notificationFailed: (id: string, orderId: string, attempts: number, error: string) =>
    `Notification ${id} of order ${orderId} could not be applied (attempt ${attempts}) and will be tried again: ${maskPersonal(error)}`,
  ordersToRecheck: (count: number) =>
    `${count} order(s) stand as authorised since before the upgrade, and may be paid. No handler runs for them by itself: tillbridge orders recheck --status authorised`,
  notificationTorn: (id: string) =>
    `Not every part of the body of notification ${id} is in tillbridge_notification_part. Was the table cleared, or restored without the other?`,
  notificationParked: (id: string, orderId: string, error: string) =>
    `Notification ${id} of order ${orderId} failed too often and is parked; the order may be behind. Correct the cause, then call payments.notifications.replay('${id}', { by, why }). Last error: ${maskPersonal(error)}${see('notifications-parked')}`,
  returnNotSettled: (orderId: string, error: string) =>
    `Order ${orderId} could not be settled on the shopper's return; it stays as it is until a notification tells more: ${maskPersonal(error)}`,
  pollFailed: (orderId: string, group: string, error: string) =>
    `Order ${orderId} of terminal group ${group} could not be read; it stays as it is until the next poll: ${maskPersonal(error)}`,
  pollParked: ({ orderId, group, reason, error }: ParkedPoll) =>
    `Order ${orderId} of terminal group ${group} is no longer polled (${reason}): ${sentence(maskPersonal(error ?? 'its time to pay is over and the service says neither that it was paid nor that it ended'))} Check the service's dashboard, then call payments.orders.sync('${orderId}', { by, why }) or acknowledge.${see('outcome-not-confirmed')}`,
  pollUnreadable: (orderId: string, group: string, error: string) =>
    `Polls of order ${orderId} of terminal group ${group} fail repeatedly; it is tried again later. Last error: ${maskPersonal(error)}${see('order-not-readable')}`,
  pollsHeld: (group: string, error: string, isRefusal: boolean) =>
    `Polls of the orders of terminal group ${group} are held back; one is tried now and then, and the others go on when it goes well: ${maskPersonal(error)}${see(isRefusal ? 'key-refused' : 'service-away')}`,
  sweepFailed: (group: string, error: string) =>
    `The list of transactions of terminal group ${group} could not be read; orders are read one by one meanwhile: ${maskPersonal(error)}${see('service-away')}`,
  unknownToService: 'the service knows no such order',
  returnPageFailed: (error: string) =>
    `The page to which the shopper returns could not tell how the order stands, and said that it is being confirmed: ${maskPersonal(error)}${see('return-page-failed')}`,
  returnViewFailed: (error: string) =>
    `What the shop shows on return (returnPage: view, redirectTo) failed, so the shopper got the plain page of the module: ${maskPersonal(error)}${see('return-page-failed')}`,
  notificationUnmatched: (id: string, orderId: string, group: string) =>
    `Notification ${id} is authentic, but terminal group ${group} had no order ${orderId} within ten minutes. Does another shop use the same site, or was the order created elsewhere? It is kept; once there is such an order, call payments.notifications.replay('${id}', { by, why }).${see('notification-without-an-order')}`,
  erased: (notifications: number, orders: number) =>
    `Erased the content of ${notifications} notification(s) and the personal data of ${orders} order(s) that were due for erasure (option retention).`,
  rowsDeleted: (rows: number) =>
    `Deleted ${rows} finished row(s) of notifications, effects, observations and polls that were due for deletion (option retention.rows).`,
  unknownStatus: (status: string | null, orderId: string) =>
    status === null
      ? `The service reports order ${orderId} without a status. That is stored, and changes nothing.`
      : `The service reports status "${shortly(status)}" for order ${orderId}, which this version does not know. It is stored and changes nothing; look for a newer version.`,
  earlierOrder: (
    { orderId, group, serviceOrderId }: Record<'orderId' | 'group' | 'serviceOrderId', string>,
    next: string,
  ) =>
    `Order ${orderId} of terminal group ${group} goes to the service as ${next}: the service already has an order under the id ${serviceOrderId}, made more than a day before. That is taken for another customer's, and its payment does not count here. Was a database restored, or a number used again? Raise the order counter of the shop above every number that was used. If it is this very order, which the shop made before, create it with adoptExisting: true.`,
  otherMode: (orderId: string, group: string) =>
    `Order ${orderId} of terminal group ${group} was created in another mode (live, test, sandbox) than the group has in this process. What is seen of it here changes nothing, and its notifications wait for a process with the group in that mode. Is this a copy of another environment's database, or a process with another environment's settings?`,
  otherModeHere: (group: string) =>
    `the order was created in another mode (live, test, sandbox) than terminal group ${group} has in the process that tried it`,
  refundLeft: ({ id, orderId, group }: { id: string; orderId: string; group: string }, why: 'locked' | 'other-mode') =>
    `Refund ${id} of order ${orderId} of terminal group ${group} is not sent: ${why === 'locked' ? 'another transaction keeps the row of its order locked. It waits for the end of that transaction' : 'the order was created in another mode than the group has now (live, test, sandbox). It waits for a process with those settings'}; refunds of other orders are sent.`,
  orderChanged: (orderId: string, group: string, events: string) =>
    `Order ${orderId} of terminal group ${group}: ${events}`,
  needsAttention: (reason: string, group: string, orderId: string) =>
    `Order ${orderId} of terminal group ${group} needs attention: ${reason}.${see(attentionSection(reason))}`,
  refused: (reason: string, group: string) =>
    `Refused a notification for terminal group ${group}: ${reason}. Nothing was stored.${see('notifications-refused')}`,
  repeated: (times: number) => ` The same happened ${times} more time(s) since it was last logged.`,
  inboxUnavailable: (error: string) =>
    `A notification could not be stored and was not acknowledged; the service will send it again. Cause: ${maskPersonal(error)}${see('database-away')}`,
  tablesMissing: (names: string) =>
    `The database lacks tables or columns of this version, so notifications are answered 503 (the service sends them again) and no background work runs. Run the migrations: tillbridge migrate up. The work begins by itself then. Missing: ${names}${see('tables-missing')}`,
  tablesThere: 'The tables are there: notifications are taken, and background work runs.',
  tablesStillMissing: 'tables are missing, see the error of the start; run the migrations',
  insideTransaction:
    'the host runs the notification route inside a transaction of its own (an interceptor?), and on SQLite nothing can be committed apart from it; leave this route out of it',
  rawBodyMissing: (advice: string | undefined) =>
    `The exact bytes of requests are not available, so no notification's signature can ever be verified (spec §5.2). ${advice ?? RAW_BODY_ADVICE} Re-serialised JSON is never used.${see('notifications-refused')}`,
  bootCheckFailed: (url: string, status: number, body: string) =>
    `A test notification to ${url} was answered ${status} "${body}" instead of 200 "OK": the service would take every notification as failed. Something of the host stands in the way (a global guard, a throttler, a middleware, with 413 a limit of bodies below 48 KB). Pass the decorators that let a route through as notificationDecorators, e.g. TillbridgeModule.forRoot({ notificationDecorators: [Public(), SkipThrottle()] }).${see('notifications-refused')}`,
  bootCheckSkipped: (why: string) =>
    `The notification route could not be checked before the start (${why}): a test request to this application over loopback brought no answer. Look for a middleware or guard that never answers; the service's notifications would meet it too.${see('notifications-refused')}`,
  routeReady: (group: string, url: string, path: string) =>
    `Terminal group ${group}: register ${url} with the service; it must reach POST ${path} of this application.`,
  urlPathDiffers: (group: string, url: string, path: string) =>
    `notificationUrl of terminal group ${group} (${url}) does not end in ${path}, where this application listens. That is right only if a proxy rewrites the path.`,
} as const);
