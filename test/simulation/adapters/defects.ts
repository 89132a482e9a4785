import { DataSource, QueryResult } from 'typeorm';
import { NotificationVerifier } from '../../../src/shop/notifications/intake/notification-verifier.js';
import type { Clock } from '../../../src/support/index.js';
import { CLOCK, TerminalGroups, type RefundRules } from '../../../src/shop/core/index.js';
import { OrderReader } from '../../../src/shop/orders/index.js';
import type { RefundEntity } from '../../../src/shop/refund-records/index.js';
import { RefundRequestService } from '../../../src/shop/refunds/refund-request.service.js';
import type { PollEntity } from '../../../src/shop/poll-schedule/index.js';
import { PollWorker, type PollOutcome, type PollResult } from '../../../src/shop/polling/poll.worker.js';
import type { FaultPlan } from './fault-plan.js';
import type { Invariant } from './journal.js';
import { KEY_OF_A_STRANGER } from './extra-mail.js';
import type { Replica } from './replica.js';
import type { Sabotage } from './stage.js';

/** The module with one thing wrong that no type and no unit test need see. */
export interface Defect {
  readonly name: string;
  readonly sabotage: Sabotage;
  /** What goes wrong more often than a seed would have it, so that it shows soon. */
  readonly forced?: Partial<FaultPlan>;
  /** How many schedules of a run are left out at its beginning, which do not show it. */
  readonly leftOut?: number;
  /** Where it shows; absent: without a guard, while everything goes wrong. */
  readonly variant?: string;
  /** One of these notices it. */
  readonly caughtBy: readonly Invariant[];
}

/** Which statements are never sent, though anyone who sends them is told that they were. */
type Swallowed = (sql: string, parameters: readonly unknown[]) => boolean;

function swallow(dataSource: DataSource, isSwallowed: Swallowed): void {
  const create = dataSource.createQueryRunner.bind(dataSource);
  const value: DataSource['createQueryRunner'] = (mode) => {
    const runner = create(mode);
    const query = runner.query.bind(runner);
    const swallowing = async (sql: string, parameters: unknown[] = [], isStructured = false): Promise<unknown> => {
      if (!isSwallowed(sql, parameters)) return Reflect.apply(query, runner, [sql, parameters, isStructured]);
      return isStructured ? Object.assign(new QueryResult(), { raw: [], affected: 1 }) : [];
    };
    return Object.assign(runner, { query: swallowing });
  };
  Object.defineProperty(dataSource, 'createQueryRunner', { value, configurable: true, writable: true });
}

const swallowing = (isSwallowed: Swallowed): Sabotage => ({
  store: (dataSource) => swallow(dataSource, isSwallowed),
});

const begins =
  (...texts: readonly string[]): Swallowed =>
  (sql) =>
    texts.some((text) => sql.startsWith(text));

/** Anyone who gets no answer to a refund asks once more. */
function askTwice({ caller }: Replica): void {
  const attempt = caller.attempt.bind(caller);
  const insisting: typeof attempt = async (group, request, context) => {
    const outcome = await attempt(group, request, context);
    if (request.operation !== 'refund' || outcome.kind === 'accepted') return outcome;
    return attempt(group, request, context);
  };
  Object.assign(caller, { attempt: insisting });
}

/** What got no answer in time is taken for never sent. */
function forgetTimedOut({ caller }: Replica): void {
  const attempt = caller.attempt.bind(caller);
  const forgetting: typeof attempt = async (group, request, context) => {
    const outcome = await attempt(group, request, context);
    const isTimedOut = outcome.kind === 'unknown' && outcome.error.code === 'TIMEOUT';
    return isTimedOut ? { ...outcome, kind: 'not-sent' } : outcome;
  };
  Object.assign(caller, { attempt: forgetting });
}

/** What comes once more is refused as if it had been made up. */
function refuseRepeats(replica: Replica): void {
  const verifier = replica.part(NotificationVerifier);
  const verifyBody = verifier.verifyBody.bind(verifier);
  const seen = new Set<string>();
  const refusing: typeof verifyBody = (request, incoming, bytes) => {
    const auth = String(incoming.headers['auth']);
    const isRepeated = seen.has(auth);
    seen.add(auth);
    return isRepeated ? { ok: false, refusal: 'refused', reason: 'wrong-key' } : verifyBody(request, incoming, bytes);
  };
  Object.assign(verifier, { verifyBody: refusing });
}

const MUST_BE_FILLED = `CREATE TRIGGER must_be_filled BEFORE UPDATE ON tillbridge_order
  WHEN NEW.payment_method IS NULL AND OLD.payment_method IS NOT NULL
  BEGIN SELECT RAISE(ABORT, 'payment_method must be filled'); END`;

/** Of everything that bears the name of a group, one table is forgotten when that changes. */
function leaveNotifications(replica: Replica): void {
  const { renames } = replica;
  const rename = renames.rename.bind(renames);
  const forgetful: typeof rename = async (request) => {
    const report = await rename(request);
    await replica.part(DataSource).query('UPDATE tillbridge_notification SET group_name = ?', [request.from]);
    return report;
  };
  Object.assign(renames, { rename: forgetful });
}

/** An answer counts as of when it is there. */
function dateByArrival(replica: Replica): void {
  const reader = replica.part(OrderReader);
  const clock = replica.part<Clock>(CLOCK);
  const fetch = reader.fetch.bind(reader);
  const late: typeof fetch = async (target, priority) => {
    const read = await fetch(target, priority);
    return { ...read, readAt: clock.now() };
  };
  Object.assign(reader, { fetch: late });
}

/** A poll that cannot be made is the last one of its order. */
function endFailedPolls(replica: Replica): void {
  const worker = replica.part(PollWorker);
  const end = Reflect.get(worker, 'end') as (row: PollEntity, outcome: PollOutcome) => Promise<PollResult>;
  Reflect.set(worker, 'fail', ({ row }: { readonly row: PollEntity }) => Reflect.apply(end, worker, [row, 'ended']));
}

/** Of what is left of an order, nothing is kept for refunds that are under way. */
function forgetOpenRefunds(replica: Replica): void {
  const service = replica.part(RefundRequestService);
  const open = Reflect.get(service, 'open') as (...args: unknown[]) => Promise<{ refunds: readonly RefundEntity[] }>;
  Reflect.set(service, 'open', async (...args: unknown[]) => {
    const found = await Reflect.apply(open, service, args);
    return { ...found, refunds: found.refunds.filter(({ state }) => state === 'settled') };
  });
}

/** Every group goes by other rules of refunds. */
const ruled =
  (rules: Partial<RefundRules>) =>
  (replica: Replica): void => {
    for (const group of replica.part(TerminalGroups).all)
      Object.assign(group, { refunds: { ...group.refunds, ...rules } });
  };

/** Every defect; the oracle must notice each. */
export const DEFECTS: readonly Defect[] = [
  {
    name: 'what is acknowledged is not stored',
    sabotage: swallowing(
      begins('INSERT INTO "tillbridge_notification"', 'INSERT OR IGNORE INTO "tillbridge_notification"'),
    ),
    caughtBy: ['S9'],
  },
  {
    name: 'effects are not queued',
    sabotage: swallowing(begins('INSERT INTO "tillbridge_outbox"')),
    caughtBy: ['L4'],
  },
  {
    name: 'the row of an effect is not written',
    sabotage: swallowing(begins('INSERT INTO "tillbridge_effect"')),
    caughtBy: ['S5', 'L1', 'L2'],
  },
  {
    name: 'transactions do not hold together',
    sabotage: swallowing(begins('BEGIN', 'COMMIT', 'ROLLBACK')),
    forced: { mood: 0.6 },
    caughtBy: ['S5', 'L4', 'X'],
  },
  {
    name: 'a refund is sent before it is written down',
    sabotage: swallowing(
      (sql, parameters) => sql.startsWith('UPDATE "tillbridge_refund"') && parameters.includes('sending'),
    ),
    leftOut: 1,
    caughtBy: ['S12'],
  },
  {
    name: 'the order is not marked when it changes',
    sabotage: swallowing((sql) => sql.startsWith('INSERT INTO "tillbridge_order"') && sql.includes('DO UPDATE')),
    caughtBy: ['L2', 'X'],
  },
  {
    name: 'a refund without an answer is sent again',
    sabotage: { replica: askTwice },
    forced: { slow: 0.5, tooLate: 0.5 },
    leftOut: 8,
    caughtBy: ['S1', 'S3', "S4'"],
  },
  {
    name: 'another key counts as well',
    sabotage: { configured: ({ apiKeys }) => ({ apiKeys: [...apiKeys, KEY_OF_A_STRANGER] }) },
    forced: { forged: 0.8 },
    caughtBy: ['S7'],
  },
  {
    name: 'a call without an answer in time counts as never sent',
    sabotage: { replica: forgetTimedOut },
    forced: { slow: 0.5, tooLate: 0.5, lost: 1 },
    leftOut: 9,
    caughtBy: ['S1', "S4'"],
  },
  {
    name: 'what comes once more is refused',
    sabotage: { replica: refuseRepeats },
    forced: { echo: 0.5 },
    caughtBy: ['K1'],
  },
  {
    name: 'of several keys only the first is known',
    sabotage: { configured: ({ apiKeys }) => ({ apiKeys: apiKeys.slice(0, 1) }) },
    forced: { keyChange: 0.7 },
    caughtBy: ['K1'],
  },
  {
    name: 'a rename leaves the notifications behind',
    sabotage: { replica: leaveNotifications },
    forced: { rename: 0.3 },
    caughtBy: ['G1', 'L1'],
  },
  {
    name: 'the name before is forgotten',
    sabotage: { configured: () => ({ aliases: [] }) },
    forced: { rename: 0.3, echo: 0.6 },
    caughtBy: ['K1'],
  },
  {
    name: 'a new column must be filled',
    sabotage: { store: (dataSource) => void dataSource.query(MUST_BE_FILLED) },
    forced: { older: 0.5 },
    leftOut: 5,
    caughtBy: ['X'],
  },
  {
    name: 'an answer counts as of when it comes',
    sabotage: { replica: dateByArrival },
    forced: { waits: 0.8, untimed: 0.8 },
    variant: 'in doubt',
    caughtBy: ['L2', 'S5'],
  },
  {
    name: 'a refund without an answer is sent again after ten minutes',
    sabotage: { replica: ruled({ quietMs: 600_000 }) },
    forced: { tooLate: 0.4, refunds: 0.6 },
    variant: 'in doubt',
    caughtBy: ["S4'", 'S1'],
  },
  {
    name: 'a poll that fails is the last one of its order',
    sabotage: { replica: endFailedPolls },
    forced: { unheard: 1, service: { 'error-before': 0.6 } },
    leftOut: 2,
    caughtBy: ['L2'],
  },
  {
    name: 'nothing is kept for refunds that are under way',
    sabotage: { replica: forgetOpenRefunds },
    forced: { refunds: 0.9 },
    leftOut: 1,
    caughtBy: ['S2'],
  },
];
