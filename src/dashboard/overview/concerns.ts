import { durationText } from '../../pages/time-text.js';
import { COUNTED_AT_MOST, type DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { PATHS } from '../frame/dashboard.layout.js';

/** Something that needs attention. */
export interface Concern {
  /** `bad`: someone has to do something · `wait`: it may right itself. */
  readonly tone: 'bad' | 'wait';
  readonly text: string;
  /** What to do about it. */
  readonly advice: string;
  /** Where it is looked at, below the page's `base`. */
  readonly path: string;
}

const LATE_MS = 60_000;
// A notification older or younger than this is refused, so clocks must not come near it.
const SKEW_MS = 60_000;

type Labels = DashboardLabels['overview']['concerns'];

/** One thing, or several. */
interface Counted {
  readonly one: string;
  readonly many: string;
}

/** What needs attention, the gravest first. */
export function concernsOf(figures: DiagnosticsFigures, labels: Labels): Concern[] {
  const concerns = [
    ...moneyConcerns(figures, labels),
    ...workConcerns(figures, labels),
    ...laneConcerns(figures, labels),
    ...serviceConcerns(figures, labels),
  ];
  return [...concerns.filter(({ tone }) => tone === 'bad'), ...concerns.filter(({ tone }) => tone === 'wait')];
}

/** So many, or more. */
export const numberText = (count: number): string =>
  count >= COUNTED_AT_MOST ? `${COUNTED_AT_MOST.toLocaleString('en')} or more` : count.toLocaleString('en');

/** So many things, or more. */
export const countText = (count: number, { one, many }: Counted): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;

function moneyConcerns({ orders, refunds }: DiagnosticsFigures, labels: Labels): Concern[] {
  const states = (state: string): string => `${PATHS.refunds}?state=${state}`;
  return [
    ...when(orders.attention > 0, {
      tone: 'bad',
      text: countText(orders.attention, labels.orders),
      advice: labels.ordersAdvice,
      path: `${PATHS.orders}?attention=any`,
    }),
    ...when(refunds.manual > 0, {
      tone: 'bad',
      text: countText(refunds.manual, labels.manual),
      advice: labels.manualAdvice,
      path: states('manual'),
    }),
    ...when(refunds.unknown > 0, {
      tone: 'wait',
      text: countText(refunds.unknown, labels.unknown),
      advice: labels.unknownAdvice,
      path: states('unknown'),
    }),
  ];
}

function workConcerns({ inbox, effects, polling }: DiagnosticsFigures, labels: Labels): Concern[] {
  const late = (text: (time: string) => string, ms: number | null, path: string): Concern[] =>
    when((ms ?? 0) > LATE_MS, { tone: 'wait', text: text(durationText(ms ?? 0)), advice: labels.lateAdvice, path });
  return [
    ...when(effects.failed > 0, {
      tone: 'bad',
      text: countText(effects.failed, labels.tasks),
      advice: labels.tasksAdvice,
      path: `${PATHS.notifications}/effects`,
    }),
    ...when(inbox.parked > 0, {
      tone: 'bad',
      text: countText(inbox.parked, labels.parked),
      advice: labels.parkedAdvice,
      path: `${PATHS.notifications}?state=parked`,
    }),
    ...when(inbox.unmatched > 0, {
      tone: 'wait',
      text: countText(inbox.unmatched, labels.unmatched),
      advice: labels.unmatchedAdvice,
      path: `${PATHS.notifications}?state=unmatched`,
    }),
    ...late(labels.lateNotifications, inbox.oldestPendingMs, `${PATHS.notifications}?state=pending`),
    ...late(labels.lateTasks, effects.oldestPendingMs, PATHS.notifications),
    ...late(labels.latePolls, polling.overdueMs, `${PATHS.orders}?status=unfinished`),
  ];
}

function laneConcerns({ refunds }: DiagnosticsFigures, labels: Labels): Concern[] {
  return refunds.lanes.flatMap(({ group, state, queued }) => {
    const path = `${PATHS.refunds}?${new URLSearchParams({ group })}`;
    const waiting = queued > 0 ? countText(queued, labels.pausedAdvice) : labels.pausedEmpty;
    const tone = queued > 0 ? 'bad' : 'wait';
    return [
      ...when(state === 'paused', { tone, text: labels.paused(group), advice: waiting, path }),
      ...when(state === 'resting' && queued > 0, {
        tone: 'wait',
        text: labels.resting(group),
        advice: labels.restingAdvice,
        path,
      }),
    ];
  });
}

function serviceConcerns({ service, clockSkewMs }: DiagnosticsFigures, labels: Labels): Concern[] {
  const skew = Math.abs(clockSkewMs ?? 0);
  const path = PATHS.settings;
  return [
    ...service.flatMap(({ group, circuit }) =>
      when(circuit !== 'closed', {
        tone: 'wait',
        text: labels.heldBack(group),
        advice: labels.heldBackAdvice,
        path,
      }),
    ),
    ...when(skew > SKEW_MS, {
      tone: 'bad',
      text: labels.clock(durationText(skew)),
      advice: labels.clockAdvice,
      path,
    }),
  ];
}

const when = (holds: boolean, concern: Concern): Concern[] => (holds ? [concern] : []);
