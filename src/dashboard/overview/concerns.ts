import { durationText } from '../../pages/time-text.js';
import { COUNTED_AT_MOST, type DiagnosticsFigures, type FailingWork } from '../../shop/diagnostics/index.js';
import { gapText, runbook, type RunbookSection } from '../../shop/core/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { PATHS } from '../frame/dashboard.layout.js';

/** Something that needs attention. */
export interface Concern {
  /** `bad`: staff must act · `wait`: it may end by itself. */
  readonly tone: 'bad' | 'wait';
  readonly text: string;
  /** What staff should do. */
  readonly advice: string;
  /** The page with details, below the page's `base`. */
  readonly path: string;
  /** Where it is explained: `docs/runbook.md#paid-twice`. */
  readonly runbook: string;
}

const LATE_MS = 60_000;
// A notification that is older or younger than this is refused, so clocks must not come near it.
const SKEW_MS = 60_000;
/** Most causes that are named of what is tried again. */
const MOST_CAUSES = 3;

type Labels = DashboardLabels['overview']['concerns'];

/** The singular and plural text. */
interface Counted {
  readonly one: string;
  readonly many: string;
}

/** What needs attention, the most serious first. */
export function concernsOf(figures: DiagnosticsFigures, labels: Labels): Concern[] {
  const concerns = [
    ...moneyConcerns(figures, labels),
    ...retriedConcerns(figures, labels),
    ...workConcerns(figures, labels),
    ...laneConcerns(figures, labels),
    ...serviceConcerns(figures, labels),
  ];
  return [...concerns.filter(({ tone }) => tone === 'bad'), ...concerns.filter(({ tone }) => tone === 'wait')];
}

/** The number, or "this many or more". */
export const numberText = (count: number): string =>
  count >= COUNTED_AT_MOST ? `${COUNTED_AT_MOST.toLocaleString('en')} or more` : count.toLocaleString('en');

/** The number with its text, or "this many or more". */
export const countText = (count: number, { one, many }: Counted): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

function moneyConcerns({ orders, refunds }: DiagnosticsFigures, labels: Labels): Concern[] {
  const states = (state: string): string => `${PATHS.refunds}?state=${state}`;
  return [
    ...when(orders.attention > 0, {
      tone: 'bad',
      text: countText(orders.attention, labels.orders),
      advice: labels.ordersAdvice,
      runbook: runbook('order-needs-attention'),
      path: `${PATHS.orders}?attention=any`,
    }),
    ...when(refunds.manual > 0, {
      tone: 'bad',
      text: countText(refunds.manual, labels.manual),
      advice: labels.manualAdvice,
      runbook: runbook('refund-needs-a-decision'),
      path: states('manual'),
    }),
    ...when(refunds.unknown > 0, {
      tone: 'wait',
      text: countText(refunds.unknown, labels.unknown),
      advice: labels.unknownAdvice,
      runbook: runbook('refund-outcome-not-known'),
      path: states('unknown'),
    }),
  ];
}

/** Payments that are not shown, and tasks that were not done, because something fails that is tried again. */
function retriedConcerns({ failing }: DiagnosticsFigures, labels: Labels): Concern[] {
  const concern = (work: FailingWork['work'], text: Counted, path: string): Concern[] => {
    const causes = failing.filter((each) => each.work === work);
    const count = causes.reduce((sum, each) => sum + each.count, 0);
    return when(count > 0, {
      tone: 'bad',
      text: countText(count, text),
      advice: labels.retriedAdvice[work](causes.slice(0, MOST_CAUSES).map(causeText).join('; ')),
      path,
      runbook: runbook('handler-fails'),
    });
  };
  return [
    ...concern('notification', labels.retriedNotifications, `${PATHS.notifications}?state=pending`),
    ...concern('effect', labels.retriedTasks, `${PATHS.notifications}/effects`),
  ];
}

/** What fails: the text of a notification's failure begins with the handler, that of an effect's does not. */
const causeText = ({ work, handler, lastError }: FailingWork): string =>
  work === 'effect' && handler !== null ? `${handler}: ${lastError}` : lastError;

function workConcerns({ inbox, effects, polling }: DiagnosticsFigures, labels: Labels): Concern[] {
  const late = (
    text: (time: string) => string,
    ms: number | null,
    place: { readonly path: string; readonly section: RunbookSection },
  ): Concern[] =>
    when((ms ?? 0) > LATE_MS, {
      tone: 'wait',
      text: text(durationText(ms ?? 0)),
      advice: labels.lateAdvice,
      path: place.path,
      runbook: runbook(place.section),
    });
  return [
    ...when(effects.failed > 0, {
      tone: 'bad',
      text: countText(effects.failed, labels.tasks),
      advice: labels.tasksAdvice,
      runbook: runbook('effects-failed'),
      path: `${PATHS.notifications}/effects`,
    }),
    ...when(inbox.parked > 0, {
      tone: 'bad',
      text: countText(inbox.parked, labels.parked),
      advice: labels.parkedAdvice,
      runbook: runbook('notifications-parked'),
      path: `${PATHS.notifications}?state=parked`,
    }),
    ...when(inbox.unmatched > 0, {
      tone: 'wait',
      text: countText(inbox.unmatched, labels.unmatched),
      advice: labels.unmatchedAdvice,
      runbook: runbook('notification-without-an-order'),
      path: `${PATHS.notifications}?state=unmatched`,
    }),
    ...late(labels.lateNotifications, inbox.oldestPendingMs, {
      path: `${PATHS.notifications}?state=pending`,
      section: 'notifications-late',
    }),
    ...late(labels.lateTasks, effects.oldestPendingMs, { path: PATHS.notifications, section: 'effects-late' }),
    ...late(labels.latePolls, polling.overdueMs, {
      path: `${PATHS.orders}?status=unfinished`,
      section: 'polling-late',
    }),
  ];
}

function laneConcerns({ refunds }: DiagnosticsFigures, labels: Labels): Concern[] {
  return refunds.lanes.flatMap(({ group, state, queued }) => {
    const path = `${PATHS.refunds}?${new URLSearchParams({ group })}`;
    const waiting = queued > 0 ? countText(queued, labels.pausedAdvice) : labels.pausedEmpty;
    const tone = queued > 0 ? 'bad' : 'wait';
    return [
      ...when(state === 'paused', {
        tone,
        text: labels.paused(group),
        advice: waiting,
        path,
        runbook: runbook('refunds-paused'),
      }),
      ...when(state === 'resting' && queued > 0, {
        tone: 'wait',
        text: labels.resting(group),
        advice: labels.restingAdvice,
        runbook: runbook('refunds-paused'),
        path,
      }),
    ];
  });
}

function serviceConcerns(figures: DiagnosticsFigures, labels: Labels): Concern[] {
  const { at, service, keylessGroups, clockSkewMs } = figures;
  const skew = Math.abs(clockSkewMs ?? 0);
  const path = PATHS.settings;
  return [
    ...keylessGroups.map(({ group, ...gap }) => ({
      tone: 'bad' as const,
      text: labels.keyless(group),
      advice: labels.keylessAdvice(gapText(gap)),
      runbook: runbook('key-refused'),
      path,
    })),
    ...service.flatMap(({ group, circuit }) =>
      when(circuit !== 'closed', {
        tone: 'wait',
        text: labels.heldBack(group),
        advice: labels.heldBackAdvice,
        runbook: runbook('service-away'),
        path,
      }),
    ),
    ...failingConcerns(at, service, labels),
    ...when(skew > SKEW_MS, {
      tone: 'bad',
      text: labels.clock(durationText(skew)),
      advice: labels.clockAdvice,
      runbook: runbook('clock-wrong'),
      path,
    }),
  ];
}

type Failing = Pick<DiagnosticsFigures['service'][number], 'group' | 'circuit' | 'failingSince'>;

/** Groups of which every call fails while the circuit is closed: the key is refused, or the account is limited (429). */
export const failingConcerns = (at: number, service: readonly Failing[], labels: Labels): Concern[] =>
  service.flatMap(({ group, circuit, failingSince }) => {
    const failingMs = failingSince === null ? 0 : at - failingSince;
    return when(circuit === 'closed' && failingMs > LATE_MS, {
      tone: 'bad',
      text: labels.failing(group, durationText(failingMs)),
      advice: labels.failingAdvice,
      runbook: runbook('service-away'),
      path: PATHS.settings,
    });
  });

const when = (holds: boolean, concern: Concern): Concern[] => (holds ? [concern] : []);
