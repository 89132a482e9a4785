import { beforeEach, expect, test } from '@jest/globals';
import { Random } from '../../../../test/support/random.js';
import { LaneGuards, type EarlierRefund } from '../../refund-records/index.js';
import { planLane, planLaneInSteps, type LaneSnapshot, type PlanRules, type QueuedRefund } from './lane-plan.js';

const random = new Random(48);
beforeEach(() => random.restart(48, 0));
const ORDERS = ['A', 'B', 'C'] as const;

const likeness = (id: string) => ({
  id,
  orderId: random.pick(ORDERS),
  amount: random.pick([1, 1, 2]),
  currency: random.pick(['EUR', 'EUR', 'EUR', 'USD']),
});
const queuedOf = (index: number): QueuedRefund => ({
  ...likeness(`q${9 - index}`),
  batchId: random.pick([null, 'b1', 'b2']),
  notBefore: random.pick([0, 0, 0, 100, 101, 105]),
  ...(random.chance(0.2) && { refusedAt: random.pick([null, 50, 60]) }),
});
const earlierOf = (index: number): EarlierRefund => ({
  ...likeness(`e${index}`),
  state: random.pick(['accepted', 'accepted', 'sending', 'unknown'] as const),
  lastSentAt: random.pick([null, 80, 89, 90, 99]),
  arrivedBy: random.pick([null, 79, 80, 81, 95]),
});
const plain = (value: object): string => Object.values(value).join(' ');
const rulesOf = (): PlanRules => ({
  mode: random.pick(['strict', 'paced'] as const),
  spacingMs: 2,
  equalAmountGapMs: 20,
  quietMs: 10,
});
const snapshotOf = (): LaneSnapshot => ({
  now: 100,
  nextSlotAt: random.pick([0, 99, 100, 101]),
  scope: random.pick(['order', 'order', 'group'] as const),
  roundTripMs: random.pick([0, 3]),
});
const some = <Made>(least: number, most: number, make: (index: number) => Made): Made[] =>
  Array.from({ length: random.between(least, most) }, (_, index) => make(index));

test('which refunds are sent when', async () => {
  const lines: string[] = [];
  for (let count = 0; count < 120; count += 1) {
    const queue = { queued: some(1, 5, queuedOf), earlier: some(0, 3, earlierOf) };
    const [rules, snapshot] = [rulesOf(), snapshotOf()];
    const plan = planLane(queue, rules, snapshot);
    expect(await planLaneInSteps(queue, rules, snapshot)).toEqual(plan);
    const planned = [...plan.plannedAt].map(([id, at]) => `${id}@${at}`).join(' ');
    const given = `${queue.queued.map(plain).join(' | ')} / ${queue.earlier.map(plain).join(' | ')}`;
    lines.push(`${given} / ${rules.mode} ${plain(snapshot)} = ${plan.next ?? 'none'}: ${planned}`);
  }
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});

test('until when an order and an amount are guarded', () => {
  const lines = Array.from({ length: 60 }, () => {
    const earlier = some(1, 4, earlierOf);
    const [rules, snapshot] = [rulesOf(), snapshotOf()];
    const guards = new LaneGuards(earlier, rules, snapshot);
    const own = queuedOf(0);
    const asked = random.chance(0.5) ? { ...own, ...earlier[0]! } : own;
    const before = `${guards.orderFreeAt(asked.orderId)} ${guards.pairFreeAt(asked)}`;
    guards.sent(asked, 110);
    const after = `${guards.orderFreeAt(asked.orderId)} ${guards.pairFreeAt(asked)}`;
    return `${plain(asked)} / ${earlier.map(plain).join(' | ')} / ${plain(snapshot)} = ${before}, sent ${after}`;
  });
  expect(`\n${lines.join('\n')}\n`).toMatchSnapshot();
});
