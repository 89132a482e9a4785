/**
 * Names for `reason_code` of an order, for operators (protocol §3.4).
 *
 * These are other numbers than {@link ERROR_CODES}: reason 1000 says that a card payment was approved, error 1000 that
 * a payment method is switched off. No decision depends on a reason.
 */
export const ORDER_REASONS: ReadonlyMap<string, string> = new Map([
  ['1000', 'Approved'],
  ['3001', 'Card authentication failed'],
  ['3002', 'Card authentication failed: device not known'],
  ['3003', 'Card authentication failed: device not supported'],
  ['3004', 'Card authentication failed: tried too often'],
  ['3005', 'Card authentication failed: card expired'],
  ['3006', 'Card authentication failed: wrong card number'],
  ['3007', 'Card authentication failed: transaction not valid'],
  ['3008', 'Card authentication failed: card not on record'],
  ['3009', 'Card authentication failed: security check'],
  ['3010', 'Card authentication failed: card reported stolen'],
  ['3011', 'Card authentication failed: fraud suspected'],
  ['3012', 'Card authentication failed: not permitted to the holder'],
  ['4001', 'Declined by the bank without a reason'],
  ['4002', 'Declined: balance too low'],
  ['4003', 'Declined: fraud suspected'],
  ['4004', 'Declined for now: the bank wants authentication or a PIN, and the attempt may go on'],
  ['4005', 'Declined: account expired or not valid'],
  ['4999', 'Declined'],
]);

/**
 * The name of a `reason_code` for operators; `null` if there is none or it is unknown.
 *
 * @param reasonCode - `reason_code` of an order, as read
 * @example
 * orderReason('4002'); // 'Declined: balance too low'
 */
export function orderReason(reasonCode: string | null): string | null {
  return ORDER_REASONS.get(reasonCode?.trim() ?? '') ?? null;
}
