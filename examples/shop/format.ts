import { formatServiceTime, type Money } from 'tillbridge/protocol';

const clock = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `14:02:31.250`, in the time zone of this machine: the page is read on it. */
export const formatClock = (epochMs: number): string => clock.format(epochMs);

/** `2025-06-01T12:02:31Z`, for machines. */
export const formatInstant = (epochMs: number): string => `${formatServiceTime(epochMs, 'UTC')}Z`;

/** `€12.50`. Formatted from the decimal text: no floating point touches an amount. */
export function formatMoney(money: Money): string {
  const format = new Intl.NumberFormat('en-IE', { style: 'currency', currency: money.currency });
  return format.format(money.toDecimal() as Intl.StringNumericLiteral);
}
