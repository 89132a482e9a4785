import { Random } from '../../support/random.js';

/** One thing that happens to the money of an order. Each stands for itself, so that any may be left out. */
export type MoneyStep =
  /** The shop refunds a share of what it holds to be left, in per cent. */
  | {
      readonly kind: 'refund';
      readonly share: number;
      readonly fate: 'queued' | 'accepted' | 'refused' | 'lost' | 'arrived';
    }
  /** Of the newest refund whose fate is open nothing can be read any more: a person decides, some day. */
  | { readonly kind: 'unresolved' }
  /** A clerk refunds in the service's dashboard; the order lists it at once, later, or never. */
  | { readonly kind: 'elsewhere'; readonly share: number; readonly listed: boolean }
  /** What was given back unlisted is listed now. */
  | { readonly kind: 'listed' }
  /** What becomes of the newest refund, of ours or of others. */
  | { readonly kind: 'row'; readonly whose: 'ours' | 'elsewhere'; readonly status: 'completed' | 'declined' | 'void' }
  | { readonly kind: 'chargeback'; readonly share: number }
  /** The bank gives a share of it again, in per cent. */
  | { readonly kind: 'reversal'; readonly share: number }
  /** What the shop sees: an answer, a message, or an answer of a copy that is some steps behind. */
  | { readonly kind: 'read' | 'notification' | 'stale' };

/** The course of one order's money. */
export interface MoneyHistory {
  readonly seed: number;
  /** What came in, minor units. */
  readonly paid: number;
  readonly steps: readonly MoneyStep[];
}

const shareOf = (random: Random): number => random.pick([100, 50, 50, 33, 10, 1]);

function stepOf(random: Random): MoneyStep {
  const share = shareOf(random);
  return random.pick<() => MoneyStep>([
    () => ({
      kind: 'refund',
      share,
      fate: random.pick(['queued', 'accepted', 'accepted', 'refused', 'lost', 'arrived']),
    }),
    () => ({ kind: 'refund', share, fate: 'accepted' }),
    () => ({ kind: 'elsewhere', share, listed: random.chance(0.6) }),
    () => ({ kind: 'listed' }),
    () => ({ kind: 'unresolved' }),
    () => ({
      kind: 'row',
      whose: random.pick(['ours', 'elsewhere']),
      status: random.pick(['completed', 'declined', 'void']),
    }),
    () => ({ kind: 'chargeback', share }),
    () => ({ kind: 'reversal', share: random.pick([100, 100, 40]) }),
    () => ({ kind: 'read' }),
    () => ({ kind: 'read' }),
    () => ({ kind: random.pick(['read', 'notification', 'stale']) }),
  ])();
}

/** The course of a seed. */
export function moneyHistory(seed: number): MoneyHistory {
  const random = new Random(seed, 3);
  const paid = random.pick([1_000, 999, 1]);
  const steps = Array.from({ length: random.between(2, 14) }, () => stepOf(random));
  const doubt: MoneyStep[] = [{ kind: 'refund', share: 33, fate: 'lost' }, { kind: 'unresolved' }];
  return { seed, paid, steps: random.chance(0.2) ? [...doubt, ...steps] : steps };
}
