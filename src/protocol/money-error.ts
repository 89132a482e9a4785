/**
 * Thrown if money cannot be made or computed: unknown currency, wrong precision, not a safe integer, two currencies.
 *
 * `code` is always `MONEY_INVALID`; `advice` says what to write instead.
 *
 * @example
 * try {
 *   Money.of('12.505', 'EUR');
 * } catch (refused) {
 *   if (refused instanceof MoneyError) console.error(refused.message, refused.advice);
 * }
 */
export class MoneyError extends Error {
  override readonly name = 'MoneyError';
  /** Stable name of the failure. */
  readonly code = 'MONEY_INVALID';
  /** What the caller should do. */
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
