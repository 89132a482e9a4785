import { createHash } from 'node:crypto';
import { merge, needsAttention } from '../../src/shop/orders/merge/merge.js';
import { summaryOf } from '../../src/shop/orders/merge/merge.summary.js';
import type { MergeRules, OrderState } from '../../src/shop/orders/merge/merge.types.js';
import { fresh, observedOrder, stateAfter, summary, type ObservedInput } from './observations.js';

/** The statuses in which the service reports a payment. */
export const STATUSES = [
  'initialized',
  'uncleared',
  'reserved',
  'declined',
  'cancelled',
  'void',
  'expired',
  'completed',
  'shipped',
  'partial_refunded',
  'refunded',
  'chargedback',
];

const HOUR = 3_600_000;

const part = (orderId: string, amount: number, change = {}) => ({
  type: 'Capture',
  order_id: orderId,
  amount,
  currency: 'EUR',
  status: 'completed',
  ...change,
});
/** Related transactions of a payment. */
const RELATED = {
  none: [],
  'one part': [part('A-1_1', 500)],
  'two parts': [part('A-1_1', 500), part('A-1_2', 750)],
  'one part and others that are none': [
    part('A-1_1', 500, { status: 'declined' }),
    part('A-1_2', 0),
    part('A-1_3', 1, { currency: null }),
    part('A-1_4', 300, { type: 'refund' }),
    { type: 'capture', amount: 200, status: 'completed' },
  ],
  chargeback: [{ type: 'chargeback', status: 'completed' }],
  'failed chargeback': [{ type: 'chargeback', status: 'declined' }],
  'chargeback taken back': [
    { type: 'chargeback', status: 'completed' },
    { type: 'Reverse-Chargeback', status: 'completed' },
  ],
} satisfies Record<string, readonly object[]>;

type Related = keyof typeof RELATED;

/** An observation, in short form. */
interface Drawn extends Omit<ObservedInput, 'fields'> {
  readonly related?: Related;
  /** The till of the payment. */
  readonly till?: string | null;
  /** The fields that the body lacks. */
  readonly without?: readonly string[];
  /** Whether it is about another order. */
  readonly isOfAnother?: boolean;
}

const observed = ({ related, till, without = [], isOfAnother, ...input }: Drawn): ObservedInput => ({
  ...input,
  fields: {
    ...(related && { related_transactions: RELATED[related] }),
    ...(till !== undefined && { payment_details: { type: 'VISA', terminal_id: till } }),
    ...Object.fromEntries(without.map((name) => [name, null])),
    ...(isOfAnother && { order_id: 'B-1' }),
  },
});

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The values of a history: few of each, so that observations interact. */
class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = randomFrom(seed);
  }

  is(share: number): boolean {
    return this.#next() < share;
  }

  of<T>(values: readonly T[]): T {
    return values[Math.floor(this.#next() * values.length)]!;
  }

  some<T>(values: readonly T[], count: number): T[] {
    return Array.from({ length: count }, () => this.of(values));
  }
}

/** Only the unusual fields. */
const unusual = (input: object): string =>
  Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (value === true ? name : `${name} ${JSON.stringify(value)}`))
    .join(', ');

/** Fields that release 0.1 did not store. */
const UNWRITTEN: ReadonlySet<string> = new Set(['recordedAt', 'related', 'word']);

const ofOldRelease = (state: OrderState): OrderState =>
  JSON.parse(JSON.stringify(state, (name, value: unknown) => (UNWRITTEN.has(name) ? undefined : value))) as OrderState;

function drawnInputs(chance: Chance, { allowTip }: MergeRules): Drawn[] {
  const statuses = chance.some(STATUSES, chance.of([2, 3, 4]));
  const times = chance.some([0, 0, 1, 60, 119, 120, 121, 5_000], 3);
  const ids = chance.some([null, '171', '172', '1721'], chance.of([1, 1, 2]));
  const refunds = chance.some([0, 0, 100, 300, 1_250], 2);
  const amounts = chance.some(allowTip ? [1_250, 1_251, 1_500] : [1_250, 1_250, 1_250, 1_251, 0, 1], 2);
  const related = chance.is(0.4) ? chance.some(Object.keys(RELATED) as Related[], 2) : [];
  const isCaptured = chance.is(0.3);
  const seenAts = chance.is(0.15) ? [30, 60, undefined] : [undefined];
  const attempts = chance.is(0.25) ? [1, 2] : [1];
  const reads = chance.some([-1, 0, 4_999, 5_000, 5_001, 2 * HOUR, 2 * HOUR + 1, 3 * HOUR], 2);
  const [isHostile, isUntimed, isLetGo, isRepeated] = [0.2, 0.15, 0.1, 0.3].map((share) => chance.is(share));
  const drawn = (): Drawn => {
    const authoritative = chance.is(0.45);
    const without = [
      ...(isUntimed && chance.is(0.6) ? ['modified'] : []),
      ...(isHostile && chance.is(0.3) ? [chance.of(['order_id', 'amount', 'currency', 'status'])] : []),
    ];
    return {
      status: chance.of(statuses),
      at: chance.of(times),
      amount: chance.of(amounts),
      transactionId: chance.of(ids),
      attempt: chance.of(attempts),
      amountRefunded: chance.of(refunds),
      seenAt: chance.of(seenAts),
      ...(authoritative && { authoritative, readAtMs: chance.of(reads) }),
      ...(chance.is(isCaptured ? 0.5 : 0.05) && { financialStatus: 'initialized' }),
      ...(isCaptured && {
        capture: chance.of(['manual', null] as const),
        method: chance.of(['VISA', 'AMEX', 'IDEAL']),
      }),
      ...(isLetGo && chance.is(0.5) && { letGoAt: 1 }),
      ...(related.length > 0 && { related: chance.of(related) }),
      ...(allowTip && { till: chance.of([null, '', 'TH-1', 'TH-1']) }),
      ...(isHostile && chance.is(0.1) && { isOfAnother: true, currency: 'USD' }),
      ...(without.length > 0 && { without }),
    };
  };
  const all: Drawn[] = [];
  for (let left = chance.of([3, 4, 5, 6]); left > 0; left -= 1) {
    const next = drawn();
    const changed = chance.of([
      'authoritative',
      'readAtMs',
      'capture',
      'at',
      'amountRefunded',
      'financialStatus',
      'currency',
    ] as const);
    const isAgain = isRepeated && all.length > 0 && chance.is(0.6);
    all.push(isAgain ? { ...chance.of(all), [changed]: next[changed] } : next);
  }
  return all;
}

/** The usual values, which are not printed. */
const USUAL: Readonly<Record<string, unknown>> = {
  at: 0,
  amount: 1_250,
  transactionId: '171',
  attempt: 1,
  amountRefunded: 0,
};

const textOf = ({ status, authoritative, ...rest }: Drawn): string => {
  const others = Object.entries(rest).filter(([name, value]) => USUAL[name] !== value);
  return [authoritative ? 'read' : 'message', status, unusual(Object.fromEntries(others))].filter(Boolean).join(' ');
};

const digestOf = (state: OrderState): string =>
  createHash('sha256')
    .update(JSON.stringify([state, summaryOf(state)]))
    .digest('hex')
    .slice(0, 8);

/** The history of one order that is observed several times, by a seed: what is observed, decided and known. */
export function drawnHistory(seed: number): string[] {
  const chance = new Chance(seed);
  const rules: MergeRules = {
    onAbandoned: chance.of(['cancel', 'cancel', 'keep-open'] as const),
    readLagMs: chance.of([5_000, 5_000, 0]),
    allowTip: chance.is(0.2),
  };
  const inputs = drawnInputs(chance, rules);
  const attempt = Math.max(...inputs.map((each) => each.attempt ?? 1));
  const isOld = chance.is(0.2);
  let state: OrderState = { ...fresh, attempt, amount: chance.is(0.05) ? 1_500 : 1_250 };
  const asked = unusual({
    ...rules,
    allowTip: rules.allowTip || undefined,
    amount: state.amount,
    isOld: isOld || undefined,
  });
  const lines = [`${seed}: ${asked}`];
  for (const input of inputs) {
    if (isOld) state = ofOldRelease(state);
    const decision = merge(state, observedOrder(observed(input)), rules);
    const notBefore =
      decision.kind === 'ask' && decision.notBefore ? ` from +${decision.notBefore - fresh.changedAt}` : '';
    const paidBy =
      decision.kind === 'transition' && decision.paidBy.length > 0 ? ` by ${decision.paidBy.join('+')}` : '';
    state = stateAfter(state, decision);
    const attention = state.attention === null ? '' : ` !${state.attention}`;
    const alarms =
      decision.kind === 'transition' ? decision.events.filter((event) => needsAttention(event, state)).length : 0;
    const reason =
      decision.kind === 'transition' && decision.reason !== summary(decision) ? ` (${decision.reason})` : '';
    const outcome = `${summary(decision)}${reason}${notBefore}${paidBy}${attention}${'!'.repeat(alarms)}`;
    lines.push(`  ${textOf(input)} → ${outcome} ${digestOf(state)}`);
  }
  return lines;
}
