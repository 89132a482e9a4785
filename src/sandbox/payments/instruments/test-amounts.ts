import type { InstrumentResult } from './instrument-plan.types.js';

const METHODS: ReadonlySet<string> = new Set(['MULTIBANCO', 'MBWAY']);
const AFTER_MS = 120_000;

// Minor units: a voucher or a phone of less is refused, of more is left alone until it expires.
const LEAST = 10_00;
const MOST = 20_00;

/** What the amount leads to by a method whose test data are amounts; null where they are not. */
export function amountResult(method: string, amount: number): InstrumentResult | null {
  if (!METHODS.has(method)) return null;
  return { now: null, later: { afterMs: AFTER_MS, outcome: amountOutcome(amount) }, refusal: null };
}

function amountOutcome(amount: number): 'declined' | 'paid' | 'expired' {
  if (amount < LEAST) return 'declined';
  return amount <= MOST ? 'paid' : 'expired';
}
