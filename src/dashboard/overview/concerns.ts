import { durationText } from '../../pages/time-text.js';
import { COUNTED_AT_MOST, type DiagnosticsFigures } from '../../shop/diagnostics/index.js';
import { PATHS } from '../frame/dashboard.layout.js';

/** Something that a person should look at. */
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

/** What a person should look at, the gravest first. */
export function concernsOf(figures: DiagnosticsFigures): Concern[] {
  const concerns = [
    ...moneyConcerns(figures),
    ...workConcerns(figures),
    ...laneConcerns(figures),
    ...serviceConcerns(figures),
  ];
  return [...concerns.filter(({ tone }) => tone === 'bad'), ...concerns.filter(({ tone }) => tone === 'wait')];
}

/** So many things, or more. */
export function countText(count: number, one: string, many: string): string {
  const amount =
    count >= COUNTED_AT_MOST ? `${COUNTED_AT_MOST.toLocaleString('en')} or more` : count.toLocaleString('en');
  return `${amount} ${count === 1 ? one : many}`;
}

function moneyConcerns({ orders, refunds }: DiagnosticsFigures): Concern[] {
  const states = (state: string): string => `${PATHS.refunds}?state=${state}`;
  return [
    ...when(orders.attention > 0, {
      tone: 'bad',
      text: `${countText(orders.attention, 'order needs', 'orders need')} a person`,
      advice: 'Look at each one, see to it, and say that you have.',
      path: `${PATHS.orders}?attention=1`,
    }),
    ...when(refunds.manual > 0, {
      tone: 'bad',
      text: `${countText(refunds.manual, 'refund waits', 'refunds wait')} for a decision`,
      advice: 'Find out at the service whether the customer got the money, and say so.',
      path: states('manual'),
    }),
    ...when(refunds.unknown > 0, {
      tone: 'wait',
      text: `It is not known whether the service has ${countText(refunds.unknown, 'refund', 'refunds')}`,
      advice: 'It is being found out; nothing is sent again meanwhile.',
      path: states('unknown'),
    }),
  ];
}

function workConcerns({ inbox, effects, polling }: DiagnosticsFigures): Concern[] {
  return [
    ...when(effects.failed > 0, {
      tone: 'bad',
      text: `${countText(effects.failed, 'effect has', 'effects have')} failed for good`,
      advice: 'The order is as it should be, but something that follows from it was not done: repeat or drop it.',
      path: `${PATHS.notifications}/effects`,
    }),
    ...when(inbox.parked > 0, {
      tone: 'bad',
      text: `${countText(inbox.parked, 'notification', 'notifications')} could not be applied`,
      advice: 'Find the cause, correct it, and replay.',
      path: `${PATHS.notifications}?state=parked`,
    }),
    ...when(inbox.unmatched > 0, {
      tone: 'wait',
      text: `${countText(inbox.unmatched, 'notification is', 'notifications are')} about orders that this shop does not know`,
      advice: 'Was the order made elsewhere with the same key?',
      path: `${PATHS.notifications}?state=unmatched`,
    }),
    ...late('Notifications have waited to be applied', inbox.oldestPendingMs, PATHS.notifications),
    ...late('Effects have waited to be run', effects.oldestPendingMs, PATHS.notifications),
    ...late('Orders wait to be polled', polling.overdueMs, PATHS.orders),
  ];
}

function laneConcerns({ refunds }: DiagnosticsFigures): Concern[] {
  return refunds.lanes.flatMap(({ group, state, queued }) => [
    ...when(state === 'paused', {
      tone: queued > 0 ? 'bad' : 'wait',
      text: `Refunds of ${group} were stopped by a person`,
      advice:
        queued > 0
          ? `${countText(queued, 'refund waits', 'refunds wait')} until someone lets them go on.`
          : 'None waits.',
      path: PATHS.refunds,
    }),
    ...when(state === 'resting' && queued > 0, {
      tone: 'wait',
      text: `Refunds of ${group} are resting`,
      advice: 'The service refused them for now; they go on by themselves.',
      path: PATHS.refunds,
    }),
  ]);
}

function serviceConcerns({ service, clockSkewMs }: DiagnosticsFigures): Concern[] {
  const skew = Math.abs(clockSkewMs ?? 0);
  return [
    ...service.flatMap(({ group, circuit }) =>
      when(circuit !== 'closed', {
        tone: 'wait',
        text: `Calls of ${group} to the service are held back`,
        advice: 'They failed one after the other. The service is tried again from time to time.',
        path: PATHS.settings,
      }),
    ),
    ...when(skew > SKEW_MS, {
      tone: 'bad',
      text: `The clock differs from the service’s by ${durationText(skew)}`,
      advice: 'Set the machine’s clock by a time server: notifications with another time are refused.',
      path: PATHS.settings,
    }),
  ];
}

const late = (what: string, ms: number | null, path: string): Concern[] =>
  when((ms ?? 0) > LATE_MS, {
    tone: 'wait',
    text: `${what} for ${durationText(ms ?? 0)}`,
    advice: 'Does any process run with its workers on?',
    path,
  });

const when = (holds: boolean, concern: Concern): Concern[] => (holds ? [concern] : []);
