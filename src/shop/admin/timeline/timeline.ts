import { Inject, Injectable } from '@nestjs/common';
import { In, type DataSource } from 'typeorm';
import { masterManager } from '../../../database/engine/index.js';
import { Money } from '../../../protocol/index.js';
import { asWritten, maskPersonal } from '../../../support/index.js';
import { DecisionEntity } from '../../decisions/index.js';
import { EffectEntity, isRefundTransition, OutboxEntity, toRefundEventKind } from '../../effects/index.js';
import {
  type AttemptEntity,
  ObservationEntity,
  TransitionEntity,
  type PaymentOrderEntity,
} from '../../orders/index.js';
import { REFUND_LABELS } from '../../refund-records/index.js';
import { DATA_SOURCE } from '../../core/index.js';
import { reasonText } from '../reason.labels.js';
import { UNSEEN } from '../reconciliation/unseen-try.js';
import { notificationEntries } from './notification-timeline.js';
import { pollEntries } from './poll-timeline.js';
import { refundEntries } from './refund-timeline.js';
import type { TimelineEntry } from './timeline.types.js';

/** At the same instant causes come before their consequences, and entries of one kind as they were written. */
const KIND_ORDER: readonly TimelineEntry['kind'][] = [
  'created',
  'notification',
  'observation',
  'refund',
  'transition',
  'effect',
  'outbox',
  'decision',
];

/** What each decision means to a reader of the timeline. */
const DECISION_TEXTS: Readonly<Record<string, string>> = {
  duplicate: 'nothing new; nothing repeated',
  stale: 'older than what is known; nothing changed',
  ignored: 'nothing to be learnt; nothing changed',
  ask: 'cannot be decided from this alone; the service is asked',
  update: 'facts noted',
  transition: 'the order changed',
  failed: 'could not be looked at again and again; it goes on being tried',
  parked: 'its time is over without a final word; it is not looked at any more',
};

/** Builds the history of an order from its rows: nothing is stored twice for it. */
@Injectable()
export class Timeline {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  /** Every entry of one order, oldest first. @param attempts - of the order, the first one first */
  async of(order: PaymentOrderEntity, attempts: readonly AttemptEntity[]): Promise<TimelineEntry[]> {
    const where = { group: order.group, orderId: order.orderId };
    const manager = masterManager(this.dataSource);
    // A notification has the id of an attempt.
    const serviceOrderIds = attempts.map(({ serviceOrderId }) => serviceOrderId);
    const [observations, transitions, effects, outbox, decisions, notifications, refunds, polls] = await Promise.all([
      manager.find(ObservationEntity, { where }),
      manager.find(TransitionEntity, { where }),
      manager.find(EffectEntity, { where: { ...where, phase: 'transaction' } }),
      manager.find(OutboxEntity, { where }),
      manager.find(DecisionEntity, {
        where: { group: order.group, orderId: In([...new Set([order.orderId, ...serviceOrderIds])]) },
      }),
      notificationEntries(manager, { group: order.group, serviceOrderIds }),
      refundEntries(manager, where),
      pollEntries(manager, { group: order.group, serviceOrderIds }),
    ]);
    const entries = [
      created(order, attempts[0]),
      ...attempts.slice(1).map(opened),
      ...notifications,
      ...refunds,
      ...asWritten(observations).map(observed),
      ...polls,
      ...transitions.toSorted((a, b) => a.version - b.version).map(changed),
      ...asWritten(effects.map((row) => ({ ...row, id: `${row.transitionId} ${row.effect}` }))).map(effected),
      ...asWritten(outbox).map(queued),
      ...asWritten(outbox).flatMap(ended),
      ...asWritten(decisions).map(decided),
      ...erased(order),
    ];
    return entries.sort((a, b) => a.at - b.at || KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  }
}

const amountOf = ({ amount, currency }: Pick<AttemptEntity, 'amount' | 'currency'>): string =>
  Money.ofMinor(amount, currency).toString();

const moneyOf = ({ amount, currency }: Pick<AttemptEntity, 'amount' | 'currency'>) => ({ amount, currency });

/** Shows the amount of that time: a later attempt may have another one. */
const created = (order: PaymentOrderEntity, first: AttemptEntity | undefined): TimelineEntry => ({
  at: order.createdAt,
  kind: 'created',
  text: `Order created for ${amountOf(first ?? order)}`,
  details: {
    description: order.description,
    ...moneyOf(first ?? order),
    state: first?.createState ?? null,
    serviceOrderId: first?.serviceOrderId ?? null,
  },
});

const opened = (attempt: AttemptEntity): TimelineEntry => ({
  at: attempt.createdAt,
  kind: 'created',
  text: `Attempt ${attempt.number} opened for ${amountOf(attempt)}, known to the service as ${attempt.serviceOrderId}`,
  details: {
    attempt: attempt.number,
    ...moneyOf(attempt),
    state: attempt.createState,
    serviceOrderId: attempt.serviceOrderId,
  },
});

const observed = (row: ObservationEntity): TimelineEntry => ({
  at: row.observedAt,
  kind: 'observation',
  text: row.reason.startsWith(UNSEEN)
    ? `Compared with the list: ${reasonText(row.reason)}; needs attention`
    : `Seen as "${row.rawStatus ?? 'no status'}" (${row.source}): ${DECISION_TEXTS[row.decision] ?? row.decision}`,
  details: {
    source: row.source,
    attempt: row.attempt,
    status: row.rawStatus,
    decision: row.decision,
    reason: row.reason,
  },
});

function sentenceOf({ kind, amount, currency }: TransitionEntity): string {
  if (!isRefundTransition(kind)) return `Order is now ${kind.replaceAll('_', ' ')}`;
  const event = toRefundEventKind(kind);
  const text = event === 'elsewhere' ? 'was made elsewhere; it counts against what is left' : REFUND_LABELS[event].text;
  return `Refund of ${amountOf({ amount, currency })} ${text}`;
}

const changed = (row: TransitionEntity): TimelineEntry => ({
  at: row.recordedAt,
  kind: 'transition',
  text: sentenceOf(row),
  details: {
    kind: row.kind,
    from: row.previousStatus,
    to: row.status,
    ...moneyOf(row),
    method: row.paymentMethod,
    source: row.source,
    version: row.version,
  },
});

const effected = (row: EffectEntity): TimelineEntry => ({
  at: row.recordedAt,
  kind: 'effect',
  text: `${row.effect} ran, committed with the change`,
  details: { effect: row.effect, transitionId: row.transitionId },
});

const dispatched = (row: OutboxEntity, step: 'queued' | 'done' | 'dead', text: string): TimelineEntry => {
  const { effect, state, attempts, lastError: error } = row;
  const at = step === 'queued' ? row.createdAt : (row.doneAt ?? row.createdAt);
  return { at, kind: 'outbox', text: `${effect} ${text}`, details: { effect, step, state, attempts, error } };
};

const queued = (row: OutboxEntity): TimelineEntry => {
  const isFailing = row.state === 'pending' && row.lastError !== null;
  const text = 'queued to run after the change';
  return dispatched(row, 'queued', isFailing ? failureOf(row, `${text}, failed, and is tried again`) : text);
};

const failureOf = ({ lastError }: OutboxEntity, text: string): string =>
  lastError === null ? text : `${text}: ${maskPersonal(lastError)}`;

/** The end of an effect. Who discarded it, and why, is a separate entry. */
const ended = (row: OutboxEntity): TimelineEntry[] => {
  const { state, attempts } = row;
  if (state === 'done') return [dispatched(row, 'done', `done (attempt ${attempts})`)];
  const text = `failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return state === 'dead' ? [dispatched(row, 'dead', failureOf(row, text))] : [];
};

/** By hand, or because its time had ended: it is erased in both cases. */
const erased = ({ erasedAt }: PaymentOrderEntity): TimelineEntry[] =>
  erasedAt === 0
    ? []
    : [{ at: erasedAt, kind: 'decision', text: 'Description and payment pages erased', details: { step: 'erased' } }];

/** The subject of a decision, in words. */
const SUBJECTS: Readonly<Record<DecisionEntity['about'], (row: DecisionEntity) => string>> = {
  effect: ({ subject }) => subject ?? 'Effect',
  notification: () => 'Notification',
  order: ({ subject }) => subject ?? 'Order',
  refund: ({ subject }) => subject ?? 'Refund',
  batch: () => 'Batch of refunds',
  group: ({ subject }) => subject ?? 'Terminal group',
};

const decided = (row: DecisionEntity): TimelineEntry => ({
  at: row.decidedAt,
  kind: row.about === 'effect' ? 'outbox' : 'decision',
  text: `${SUBJECTS[row.about](row)} ${row.decision} by ${row.by}: ${row.why}`,
  details: {
    about: row.about,
    step: row.decision,
    by: row.by,
    why: row.why,
    id: row.subjectId,
    ...(row.about === 'effect' ? { effect: row.subject } : {}),
  },
});
