import { Inject, Injectable } from '@nestjs/common';
import { In, type DataSource } from 'typeorm';
import { masterManager } from '../../../database/engine/index.js';
import { Money } from '../../../protocol/index.js';
import { DecisionEntity } from '../../decisions/index.js';
import { EffectEntity, isRefundTransition, OutboxEntity, toRefundEventKind } from '../../effects/index.js';
import { AttemptEntity, ObservationEntity, TransitionEntity, type PaymentOrderEntity } from '../../orders/index.js';
import { REFUND_LABELS } from '../../refund-records/index.js';
import { DATA_SOURCE } from '../../core/index.js';
import { notificationEntries } from './notification-timeline.js';
import { refundEntries } from './refund-timeline.js';
import type { TimelineEntry } from './timeline.types.js';

/** At the same instant causes come before their consequences. */
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

/** Tells the story of an order from the rows it left: nothing is logged twice for it. */
@Injectable()
export class Timeline {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  /** Every entry of one order, oldest first. */
  async of(order: PaymentOrderEntity): Promise<TimelineEntry[]> {
    const where = { group: order.group, orderId: order.orderId };
    const manager = masterManager(this.dataSource);
    const attempts = await manager.find(AttemptEntity, { where, order: { number: 'ASC' } });
    const [observations, transitions, effects, outbox, decisions, notifications, refunds] = await Promise.all([
      manager.find(ObservationEntity, { where }),
      manager.find(TransitionEntity, { where }),
      manager.find(EffectEntity, { where: { ...where, phase: 'transaction' } }),
      manager.find(OutboxEntity, { where }),
      manager.find(DecisionEntity, { where: { group: order.group, orderId: In(idsOf(order, attempts)) } }),
      Promise.all(
        attempts.map(({ group, serviceOrderId }) => notificationEntries(manager, { group, orderId: serviceOrderId })),
      ),
      refundEntries(manager, where),
    ]);
    const entries = [
      created(order, attempts[0]),
      ...attempts.slice(1).map(opened),
      ...notifications.flat(),
      ...refunds,
      ...observations.map(observed),
      ...transitions.map(changed),
      ...effects.map(effected),
      ...outbox.flatMap(dispatched),
      ...decisions.map(decided),
      ...erased(order),
    ];
    return entries.sort((a, b) => a.at - b.at || KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind));
  }
}

const amountOf = ({ amount, currency }: Pick<AttemptEntity, 'amount' | 'currency'>): string =>
  Money.ofMinor(amount, currency).toString();

const moneyOf = ({ amount, currency }: Pick<AttemptEntity, 'amount' | 'currency'>) => ({ amount, currency });

/** Told as it was then: a later attempt may be for another amount. */
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
  text: `Seen as "${row.rawStatus ?? 'no status'}" (${row.source}): ${DECISION_TEXTS[row.decision] ?? row.decision}`,
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

/** Told in two steps: that it was queued, and how it ended. */
const dispatched = (row: OutboxEntity): TimelineEntry[] => {
  const { effect, state, attempts, lastError: error } = row;
  const entry = (step: 'queued' | 'done' | 'dead', at: number, text: string): TimelineEntry => ({
    at,
    kind: 'outbox',
    text,
    details: { effect, step, state, attempts, error },
  });
  const queued = entry('queued', row.createdAt, `${effect} queued to run after the change`);
  const ends = {
    pending: [],
    done: [entry('done', row.doneAt ?? row.createdAt, `${effect} done (attempt ${attempts})`)],
    dead: [
      entry(
        'dead',
        row.doneAt ?? row.createdAt,
        `${effect} failed after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
      ),
    ],
    // Who discarded it, and why, is an entry of its own.
    discarded: [],
  };
  return [queued, ...ends[state]];
};

/** By hand or because its time was up: either way it is not there any more. */
const erased = ({ erasedAt }: PaymentOrderEntity): TimelineEntry[] =>
  erasedAt === 0
    ? []
    : [{ at: erasedAt, kind: 'decision', text: 'Description and payment pages erased', details: { step: 'erased' } }];

/** A notification carries the id of an attempt. */
const idsOf = (order: PaymentOrderEntity, attempts: readonly AttemptEntity[]): string[] => [
  ...new Set([order.orderId, ...attempts.map(({ serviceOrderId }) => serviceOrderId)]),
];

/** What a decision was about, in words. */
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
