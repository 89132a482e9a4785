import { formatServiceTime } from '../protocol/order-time.js';

/**
 * A time for machines, in UTC, to the second: `2026-01-31T10:00:05Z`.
 *
 * @param epochMs - epoch milliseconds
 */
export const instantText = (epochMs: number): string => `${formatServiceTime(epochMs, 'UTC')}Z`;
