import type { HistoryEntryType } from '@vendure/common/lib/generated-types';
import { TILLBRIDGE_HISTORY_TYPE } from '../constants';

/** What stands in a history entry of the plugin's: for staff only. */
export interface TillbridgeHistoryData {
  /** What happened: a kind of event of the module, or one of {@link ATTENTION_CODES}. */
  readonly event: string;
  readonly group: string;
  readonly paymentOrderId: string;
  /** As Vendure keeps amounts. */
  readonly amount: number;
  readonly currency: string;
  readonly transactionId: string | null;
  /** The module's id of a refund; null for what is about a payment. */
  readonly refundId: string | null;
  /** Why, in a sentence or a code; null when there is nothing to say. */
  readonly reason: string | null;
  /** Whether a person should see to it. */
  readonly needsAttention: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The type, as Vendure's own enumeration has it once the schema is extended. */
export const HISTORY_TYPE = TILLBRIDGE_HISTORY_TYPE as HistoryEntryType;

/**
 * What a person should see to.
 * - `paid_after_cancel`: money came for an order that is cancelled here.
 * - `paid_twice`: money came for an order that is paid.
 * - `amount_mismatch`: money came in another amount or currency than was asked for.
 * - `order_changed`: the payment does not cover the order as it is now.
 * - `not_recorded`: money came, and Vendure refused to take the payment down.
 * - `chargedback`, `voided`: the money is gone again.
 * - `refunded_elsewhere`: money was given back by other means than this shop.
 * - `refund_manual`: whether a refund was carried out cannot be found out by asking.
 * - `refund_failed`: a refund failed that counts as settled here.
 */
export const ATTENTION_CODES = [
  'paid_after_cancel',
  'paid_twice',
  'amount_mismatch',
  'order_changed',
  'not_recorded',
  'chargedback',
  'voided',
  'refunded_elsewhere',
  'refund_manual',
  'refund_failed',
] as const;

/** One of {@link ATTENTION_CODES}. */
export type AttentionCode = (typeof ATTENTION_CODES)[number];
