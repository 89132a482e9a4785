import type { InstrumentResult } from './instrument-plan.types.js';

const METHODS: ReadonlySet<string> = new Set(['MULTIBANCO', 'MBWAY']);
const AFTER_MS = 120_000;

// Minor units: a smaller voucher or phone payment is declined; a larger one is not decided and expires.
const LEAST = 10_00;
const MOST = 20_00;

/** The result for a method whose test data are amounts; null for other methods. */
export function amountResult(method: string, amount: number): InstrumentResult | null {
  if (!METHODS.has(method)) return null;
  return { now: null, later: { afterMs: AFTER_MS, outcome: amountOutcome(amount) }, refusal: null };
}

function amountOutcome(amount: number): 'declined' | 'paid' | 'expired' {
  if (amount < LEAST) return 'declined';
  return amount <= MOST ? 'paid' : 'expired';
}
