import { formatServiceTime } from '../../../protocol/index.js';
import { maskIban } from '../../../support/index.js';
import { findMethod } from '../../orders/index.js';
import { isOver } from '../instruments/card-checks.js';
import type { SandboxTokenEntity } from './sandbox-token.entity.js';

/** Whether a stored card has expired; an account never does, unless it was expired by hand. */
export const isExpired = ({ paidWith }: Pick<SandboxTokenEntity, 'paidWith'>, at: number): boolean =>
  paidWith.expiry !== null && isOver(paidWith.expiry, at);

/** The text with which the shop shows it to its customer. */
export function displayOf({ method, paidWith }: Pick<SandboxTokenEntity, 'method' | 'paidWith'>): string {
  const name = findMethod(method)?.name ?? method;
  return paidWith.iban === null ? `${name} •••• ${paidWith.last4}` : `${name} ${maskIban(paidWith.iban)}`;
}

/** The last four characters of the stored number. */
export const last4Of = ({ paidWith }: Pick<SandboxTokenEntity, 'paidWith'>): string | null =>
  paidWith.last4 ?? paidWith.iban?.slice(-4) ?? null;

/** The previous month, in the form of a card: `YYMM`. */
export function monthBefore(at: number): string {
  const [year = 0, month = 0] = formatServiceTime(at, 'UTC').split('-').map(Number);
  const twoDigits = (value: number): string => String(value % 100).padStart(2, '0');
  return month === 1 ? `${twoDigits(year - 1)}12` : twoDigits(year) + twoDigits(month - 1);
}
