import type { Attributes } from '@opentelemetry/api';
import { SECOND_MS } from '../../support/index.js';
import { ATTRIBUTE, type MetricRow } from '../telemetry/index.js';
import type { DiagnosticsFigures } from './diagnostics-figures.js';
import type { FailingWork } from './failing-work.js';

/** The value of a gauge: for the whole shop, or for each terminal group. */
export interface Reading {
  readonly value: number | null;
  readonly attributes?: Attributes;
}

/** A gauge, and how it is read from the figures. Without a value it shows nothing. */
export interface GaugeRow extends MetricRow {
  readonly read: (figures: DiagnosticsFigures) => readonly Reading[];
}

const CIRCUIT = { closed: 0, 'half-open': 1, open: 2 } as const;

const one = (value: number | null): Reading[] => [{ value }];
/** An age in seconds; 0 when nothing waits. */
const age = (ms: number | null): Reading[] => one((ms ?? 0) / SECOND_MS);
const perGroup = <S extends { readonly group: string }>(
  each: readonly S[],
  value: (figures: S) => number | null,
): Reading[] => each.map((figures) => ({ value: value(figures), attributes: { [ATTRIBUTE.group]: figures.group } }));
/** By handler; what fails for another cause has none. 0 while nothing fails. */
function perHandler(failing: readonly FailingWork[], work: FailingWork['work']): readonly Reading[] {
  const counts = new Map<string | null, number>();
  for (const { handler, count } of failing.filter((each) => each.work === work))
    counts.set(handler, (counts.get(handler) ?? 0) + count);
  if (counts.size === 0) return one(0);
  return [...counts].map(([handler, value]) => ({
    value,
    attributes: handler === null ? {} : { [ATTRIBUTE.effect]: handler },
  }));
}

/** All gauges. Those from the database are the same in every process: take the largest, not the sum. */
export const GAUGES: readonly GaugeRow[] = [
  {
    name: 'tillbridge.inbox.pending',
    unit: '{notification}',
    description: 'Acknowledged notifications that are not applied yet.',
    read: ({ inbox }) => one(inbox.pending),
  },
  {
    name: 'tillbridge.inbox.lag',
    unit: 's',
    description: 'For how long the notification that has waited longest has been due.',
    read: ({ inbox }) => age(inbox.oldestPendingMs),
  },
  {
    name: 'tillbridge.inbox.unmatched',
    unit: '{notification}',
    description: 'Authentic notifications of orders that the shop does not have.',
    read: ({ inbox }) => one(inbox.unmatched),
  },
  {
    name: 'tillbridge.inbox.parked',
    unit: '{notification}',
    description: 'Notifications that were given up and wait for a person.',
    read: ({ inbox }) => one(inbox.parked),
  },
  {
    name: 'tillbridge.inbox.failing',
    unit: '{notification}',
    description: 'Notifications that fail and are tried again, by the handler that fails.',
    read: ({ failing }) => perHandler(failing, 'notification'),
  },
  {
    name: 'tillbridge.effects.pending',
    unit: '{effect}',
    description: 'After-commit effects that are to be run.',
    read: ({ effects }) => one(effects.pending),
  },
  {
    name: 'tillbridge.effects.lag',
    unit: 's',
    description: 'For how long the effect that has waited longest has been due.',
    read: ({ effects }) => age(effects.oldestPendingMs),
  },
  {
    name: 'tillbridge.effects.failed',
    unit: '{effect}',
    description: 'After-commit effects that were given up and wait for a person.',
    read: ({ effects }) => one(effects.failed),
  },
  {
    name: 'tillbridge.effects.failing',
    unit: '{effect}',
    description: 'After-commit effects that fail and are tried again, by handler.',
    read: ({ failing }) => perHandler(failing, 'effect'),
  },
  {
    name: 'tillbridge.orders.unfinished',
    unit: '{attempt}',
    description: 'Attempts to pay whose end is not known.',
    read: ({ orders }) => one(orders.unfinished),
  },
  {
    name: 'tillbridge.orders.unfinished.age',
    unit: 's',
    description: 'Age of the oldest of them.',
    read: ({ orders }) => age(orders.oldestUnfinishedMs),
  },
  {
    name: 'tillbridge.orders.attention',
    unit: '{order}',
    description: 'Orders that a person should look at.',
    read: ({ orders }) => one(orders.attention),
  },
  {
    name: 'tillbridge.orders.to_recheck',
    unit: '{order}',
    description: 'Orders that stand as authorised since before an upgrade.',
    read: ({ orders }) => one(orders.toRecheck),
  },
  {
    name: 'tillbridge.polling.due',
    unit: '{look}',
    description: 'Polls of orders that are due.',
    read: ({ polling }) => one(polling.due),
  },
  {
    name: 'tillbridge.polling.lag',
    unit: 's',
    description: 'For how long the poll that has waited longest has been due.',
    read: ({ polling }) => age(polling.overdueMs),
  },
  {
    name: 'tillbridge.refunds.queued',
    unit: '{refund}',
    description: 'Refunds that wait to be sent, by terminal group.',
    read: ({ refunds }) => perGroup(refunds.lanes, ({ queued }) => queued),
  },
  {
    name: 'tillbridge.refunds.unsent.age',
    unit: 's',
    description: 'Age of the oldest refund that waits to be sent.',
    read: ({ refunds }) => age(refunds.oldestUnsentMs),
  },
  {
    name: 'tillbridge.refunds.unknown',
    unit: '{refund}',
    description: 'Refunds of which no one knows whether the service has them.',
    read: ({ refunds }) => one(refunds.unknown),
  },
  {
    name: 'tillbridge.refunds.manual',
    unit: '{refund}',
    description: 'Refunds that wait for a person.',
    read: ({ refunds }) => one(refunds.manual),
  },
  {
    name: 'tillbridge.lane.paused',
    unit: '1',
    description: '1 while a person has paused the lane of a terminal group, 0 otherwise.',
    read: ({ refunds }) => perGroup(refunds.lanes, ({ state }) => (state === 'paused' ? 1 : 0)),
  },
  {
    name: 'tillbridge.service.circuit',
    unit: '1',
    description: 'Whether calls are made: 0 they are, 1 one is tried, 2 none is.',
    read: ({ service }) => perGroup(service, ({ circuit }) => CIRCUIT[circuit]),
  },
  {
    name: 'tillbridge.service.budget.left',
    unit: '{call}',
    description: 'Calls that could be made at once.',
    read: ({ service }) => perGroup(service, ({ budget }) => budget.left),
  },
  {
    name: 'tillbridge.service.budget.burst',
    unit: '{call}',
    description: 'Calls that could be made at once when none was made for a while.',
    read: ({ service }) => perGroup(service, ({ budget }) => budget.burst),
  },
  {
    name: 'tillbridge.service.waiting',
    unit: '{call}',
    description: 'Calls that wait for their turn.',
    read: ({ service }) => perGroup(service, ({ waiting }) => waiting),
  },
  {
    name: 'tillbridge.service.success.age',
    unit: 's',
    description: 'How long ago the service last carried out a call of this process.',
    read: ({ at, service }) =>
      perGroup(service, ({ lastSuccessAt }) => (lastSuccessAt === null ? null : (at - lastSuccessAt) / SECOND_MS)),
  },
  {
    name: 'tillbridge.service.failing.age',
    unit: 's',
    description: 'For how long every call of this process has failed; 0 while they do not.',
    read: ({ at, service }) =>
      perGroup(service, ({ failingSince }) => (failingSince === null ? 0 : (at - failingSince) / SECOND_MS)),
  },
  {
    name: 'tillbridge.clock.skew',
    unit: 's',
    description: "How far the module's clock is ahead of the service's.",
    read: ({ clockSkewMs }) => one(clockSkewMs === null ? null : clockSkewMs / SECOND_MS),
  },
  {
    name: 'tillbridge.effects.handed.age',
    unit: 's',
    description: 'For how long effects have been handed over to their queues without having been begun.',
    read: ({ handOver }) => (handOver ? age(handOver.oldestWaitingMs) : []),
  },
  {
    name: 'tillbridge.doorbell.listening',
    unit: '1',
    description: '1 while other processes can wake this one, 0 while they cannot.',
    read: ({ doorbell }) => one(doorbell && Number(doorbell.isListening)),
  },
];
