import { expect, it } from '@jest/globals';
import type { DiagnosticsFigures } from './diagnostics-figures.js';
import { GAUGES } from './gauge-table.js';

const AT = 1_000_000;
const service = { waiting: 3, budget: { left: 4, burst: 5 }, lastSuccessAt: null, failingSince: null };
const FIGURES = {
  at: AT,
  inbox: { pending: 11, oldestPendingMs: 12_000, unmatched: 13, parked: 14 },
  effects: { pending: 21, oldestPendingMs: null, failed: 22 },
  orders: { unfinished: 31, oldestUnfinishedMs: 32_000, attention: 33, toRecheck: 34 },
  polling: { due: 41, overdueMs: 42_000 },
  refunds: {
    oldestUnsentMs: 51_000,
    unknown: 52,
    manual: 53,
    lanes: [
      { group: 'web', queued: 54, state: 'paused' },
      { group: 'till', queued: 55, state: 'waiting' },
    ],
  },
  failing: [
    { work: 'notification', handler: 'reserve-stock', count: 15 },
    { work: 'notification', handler: null, count: 16 },
    { work: 'notification', handler: null, count: 17 },
  ],
  service: [
    { ...service, group: 'web', circuit: 'closed', lastSuccessAt: AT - 61_000 },
    { ...service, group: 'till', circuit: 'half-open', failingSince: AT - 62_000 },
    { ...service, group: 'kiosk', circuit: 'open' },
  ],
  clockSkewMs: -71,
  doorbell: { isListening: true },
  handOver: null,
} as unknown;

const shown = (figures: DiagnosticsFigures) =>
  Object.fromEntries(
    GAUGES.map(({ name, read }) => [name.replace('tillbridge.', ''), read(figures).map(({ value }) => value)]),
  );

it('gauges show counts as they are and ages in seconds, for the shop or for each group', () => {
  expect(shown(FIGURES as DiagnosticsFigures)).toEqual({
    'inbox.pending': [11],
    'inbox.lag': [12],
    'inbox.unmatched': [13],
    'inbox.parked': [14],
    'inbox.failing': [15, 33],
    'effects.pending': [21],
    'effects.lag': [0],
    'effects.failed': [22],
    'effects.failing': [0],
    'orders.unfinished': [31],
    'orders.unfinished.age': [32],
    'orders.attention': [33],
    'orders.to_recheck': [34],
    'polling.due': [41],
    'polling.lag': [42],
    'refunds.queued': [54, 55],
    'refunds.unsent.age': [51],
    'refunds.unknown': [52],
    'refunds.manual': [53],
    'lane.paused': [1, 0],
    'service.circuit': [0, 1, 2],
    'service.budget.left': [4, 4, 4],
    'service.budget.burst': [5, 5, 5],
    'service.waiting': [3, 3, 3],
    'service.success.age': [61, null, null],
    'service.failing.age': [0, 62, 0],
    'clock.skew': [-0.071],
    'effects.handed.age': [],
    'doorbell.listening': [1],
  });
});
