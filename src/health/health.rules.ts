import { runbook, type RunbookSection } from '../shop/core/runbook.js';
import type { DiagnosticsFigures } from '../shop/index.js';

/** The possible problems. */
export type HealthProblem =
  | 'inbox_late'
  | 'notifications_parked'
  | 'effects_late'
  | 'effects_failed'
  | 'work_failing'
  | 'orders_attention'
  | 'polling_late'
  | 'refund_unsent'
  | 'refunds_manual'
  | 'groups_stray'
  | 'groups_keyless'
  | 'service_failing'
  | 'clock_skew'
  | 'doorbell_away'
  | 'effects_not_handed'
  | 'unreadable';

/**
 * A value above its limit is a problem. `Infinity` disables a limit. Durations are in milliseconds.
 */
export interface HealthLimits {
  /** How long an acknowledged notification may be due without being applied. Default 60,000 (a minute). */
  readonly inboxMs: number;
  /** Notifications that are parked. Default 0. */
  readonly notificationsParked: number;
  /** How long an after-commit effect may be due without being run. Default 60,000. */
  readonly effectsMs: number;
  /** After-commit effects that have failed. Default 0. */
  readonly effectsFailed: number;
  /** Notifications and after-commit effects that fail and are tried again by themselves. Default 0. */
  readonly workFailing: number;
  /** Orders that need attention. Default `Infinity`: that is work for staff, and no alarm. */
  readonly ordersAttention: number;
  /**
   * How long a poll of an order may be due. Default 3,600,000 (an hour): longer than the interval of a usual
   * `polling.cron`.
   */
  readonly pollingMs: number;
  /** Age of the oldest unsent refund. Default 86,400,000 (a day): large batches take hours. */
  readonly refundUnsentMs: number;
  /** Refunds that are manual: they wait for a person. Default 0. */
  readonly refundsManual: number;
  /** Terminal groups with open rows that no options have. Default 0. */
  readonly groupsStray: number;
  /** Terminal groups of which no key is valid now. Default 0. */
  readonly groupsKeyless: number;
  /** How long all calls of a terminal group may have failed. Default 300,000 (five minutes). */
  readonly serviceFailingMs: number;
  /** The largest difference of the clocks, in either direction. Default 30,000; signatures are refused at 120,000. */
  readonly clockSkewMs: number;
  /** 1 while the bus of `wake` does not reach this process. Default 0: work then starts up to two seconds later. */
  readonly doorbellAway: number;
  /** 1 while the queues for effects do not answer. Default 0: this process then runs the effects itself. */
  readonly effectsNotHanded: number;
}

/** One problem. It names no order and no person, because health is often public. */
export interface HealthFinding {
  readonly problem: HealthProblem;
  readonly value: number;
  readonly limit: number;
  /** What the operator should do. */
  readonly advice: string;
  /** Where the problem is explained: a path with an anchor, `docs/runbook.md#effects-failed`. */
  readonly runbook: string;
}

/** The default limits. */
export const DEFAULT_LIMITS: HealthLimits = {
  inboxMs: 60_000,
  notificationsParked: 0,
  effectsMs: 60_000,
  effectsFailed: 0,
  workFailing: 0,
  ordersAttention: Number.POSITIVE_INFINITY,
  pollingMs: 3_600_000,
  refundUnsentMs: 86_400_000,
  refundsManual: 0,
  groupsStray: 0,
  groupsKeyless: 0,
  serviceFailingMs: 300_000,
  clockSkewMs: 30_000,
  doorbellAway: 0,
  effectsNotHanded: 0,
};

interface Rule {
  readonly runbook: RunbookSection;
  readonly limit: keyof HealthLimits;
  readonly value: (figures: DiagnosticsFigures) => number | null;
  readonly advice: string;
}

/** How long the calls of a group have failed, for the group with the longest time. */
const failingMs = ({ at, service }: DiagnosticsFigures): number =>
  Math.max(0, ...service.map(({ failingSince }) => (failingSince === null ? 0 : at - failingSince)));

const RULES: Readonly<Record<Exclude<HealthProblem, 'unreadable'>, Rule>> = {
  inbox_late: {
    runbook: 'notifications-late',
    limit: 'inboxMs',
    value: ({ inbox }) => inbox.oldestPendingMs,
    advice:
      "Does any process run the workers (option workers), and is the database quick enough, with room on its disk? The log of 'Tillbridge:Inbox' says more.",
  },
  notifications_parked: {
    runbook: 'notifications-parked',
    limit: 'notificationsParked',
    value: ({ inbox }) => inbox.parked,
    advice: 'Mend what made them fail, then replay them: payments.notifications.replay.',
  },
  effects_late: {
    runbook: 'effects-late',
    limit: 'effectsMs',
    value: ({ effects, handOver }) => Math.max(effects.oldestPendingMs ?? 0, handOver?.oldestWaitingMs ?? 0),
    advice:
      "Does any process run the workers (those of the queues, too), and do handlers after the commit end in time? The log of 'Tillbridge:Effects' says more.",
  },
  effects_failed: {
    runbook: 'effects-failed',
    limit: 'effectsFailed',
    value: ({ effects }) => effects.failed,
    advice: 'They did not happen. Mend the cause, then replay or discard them: payments.effects.',
  },
  work_failing: {
    runbook: 'handler-fails',
    limit: 'workFailing',
    value: ({ failing }) => failing.reduce((sum, { count }) => sum + count, 0),
    advice:
      'A handler of the shop fails, as a rule. tillbridge status names it, with its error and the next try. What is corrected goes on by itself; what is not is given up after half an hour.',
  },
  orders_attention: {
    runbook: 'order-needs-attention',
    limit: 'ordersAttention',
    value: ({ orders }) => orders.attention,
    advice: 'Look at each of them, then acknowledge it: payments.orders.acknowledge.',
  },
  polling_late: {
    runbook: 'polling-late',
    limit: 'pollingMs',
    value: ({ polling }) => polling.overdueMs,
    advice:
      "Does polling run (ScheduleModule.forRoot once, or the workers), and is the budget of calls enough? See 'Tillbridge:Polling'.",
  },
  refund_unsent: {
    runbook: 'refunds-not-sent',
    limit: 'refundUnsentMs',
    value: ({ refunds }) => refunds.oldestUnsentMs,
    advice: 'Is its lane or its batch paused? payments.refunds shows the lanes and why they rest.',
  },
  refunds_manual: {
    runbook: 'refund-needs-a-decision',
    limit: 'refundsManual',
    value: ({ refunds }) => refunds.manual,
    advice: 'Look at the evidence and decide: payments.refunds.decide. Nothing is sent before.',
  },
  groups_stray: {
    runbook: 'group-not-configured',
    limit: 'groupsStray',
    value: ({ strayGroups }) => strayGroups.length,
    advice: 'Their rows wait: put the group back into the options, or move them: tillbridge groups rename OLD NEW.',
  },
  groups_keyless: {
    runbook: 'key-refused',
    limit: 'groupsKeyless',
    value: ({ keylessGroups }) => keylessGroups.length,
    advice:
      'keylessGroups names them. Put a key that is valid now into apiKeys, or correct from and until; their orders, refunds and polls wait for it.',
  },
  service_failing: {
    runbook: 'service-away',
    limit: 'serviceFailingMs',
    value: failingMs,
    advice:
      'The service does not answer, refuses the key, or limits the calls of the account (429). Orders and refunds wait and go on by themselves once it does.',
  },
  clock_skew: {
    runbook: 'clock-wrong',
    limit: 'clockSkewMs',
    value: ({ clockSkewMs }) => Math.abs(clockSkewMs ?? 0),
    advice:
      "Set the clock of the database's server, which the module's follows, by a time service: signatures are judged by it.",
  },
  doorbell_away: {
    runbook: 'doorbell-away',
    limit: 'doorbellAway',
    value: ({ doorbell }) => Number(doorbell?.isListening === false),
    advice:
      'Is the server of the bus (option wake) reachable, and the password right? Work goes on, up to two seconds later; the connection is made anew by itself.',
  },
  effects_not_handed: {
    runbook: 'effects-not-handed-over',
    limit: 'effectsNotHanded',
    value: ({ handOver }) => Number(handOver?.isAway === true),
    advice:
      'Is Redis, or whatever the transport of effects needs, reachable? The processes of the shop run the effects themselves meanwhile.',
  },
};

/** The problems by these limits, in the order of {@link HealthLimits}. */
export function checkHealth(figures: DiagnosticsFigures, limits: HealthLimits): HealthFinding[] {
  return Object.entries(RULES).flatMap(([problem, rule]) => {
    const [value, limit] = [rule.value(figures) ?? 0, limits[rule.limit]];
    return value > limit
      ? [{ problem: problem as HealthProblem, value, limit, advice: rule.advice, runbook: runbook(rule.runbook) }]
      : [];
  });
}
