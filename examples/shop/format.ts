import { formatServiceTime, type Money } from 'tillbridge/protocol';

/** The zone of all displayed times: that of the payment service, its sandbox and the dashboard. */
export const TIME_ZONE = 'Europe/Amsterdam';

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});

/** `14:02:31.250`, in {@link TIME_ZONE}, so that one event has one time on all pages. */
export const formatClock = (epochMs: number): string => clock.format(epochMs);

/** `2025-06-01T12:02:31Z`, for machines. */
export const formatInstant = (epochMs: number): string => `${formatServiceTime(epochMs, 'UTC')}Z`;

/** `€12.50`. Formatted from the decimal text, without floating point, and with all its decimals: Intl would round HUF. */
export function formatMoney(money: Money): string {
  const decimal = money.toDecimal();
  const digits = decimal.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat('en-IE', {
    style: 'currency',
    currency: money.currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(decimal as Intl.StringNumericLiteral);
}
