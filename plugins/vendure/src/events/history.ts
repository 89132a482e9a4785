import type { HistoryEntryType } from '@vendure/common/lib/generated-types';
import { TILLBRIDGE_HISTORY_TYPE } from '../constants';

/** The data of the plugin's history entries: for staff only. */
export interface TillbridgeHistoryData {
  /** The event: a kind of event of the module, or one of {@link ATTENTION_CODES}. */
  readonly event: string;
  readonly group: string;
  readonly paymentOrderId: string;
  /** In Vendure's form. */
  readonly amount: number;
  readonly currency: string;
  readonly transactionId: string | null;
  /** The module's id of a refund; null if the entry is about a payment. */
  readonly refundId: string | null;
  /** The reason, as a sentence or a code; null if there is none. */
  readonly reason: string | null;
  /** Whether it needs attention. */
  readonly needsAttention: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The type, as in Vendure's own enumeration after the schema is extended. */
export const HISTORY_TYPE = TILLBRIDGE_HISTORY_TYPE as HistoryEntryType;

/**
 * The reasons for attention.
 * - `paid_after_cancel`: money was received for an order that is cancelled here.
 * - `paid_twice`: money was received for an order that is paid already.
 * - `amount_mismatch`: another amount or currency than the requested one was received.
 * - `order_changed`: the payment does not cover the order as it is now.
 * - `not_settled`: the payment covers the order, and a process of the shop keeps the order from moving on.
 * - `not_recorded`: money was received, and Vendure refused to record the payment.
 * - `chargedback`, `voided`: the money was taken back.
 * - `refunded_elsewhere`: an external refund was made.
 * - `refund_manual`: reading cannot tell whether a refund was carried out.
 * - `refund_failed`: a refund failed that counts as settled here.
 */
export const ATTENTION_CODES = [
  'paid_after_cancel',
  'paid_twice',
  'amount_mismatch',
  'order_changed',
  'not_settled',
  'not_recorded',
  'chargedback',
  'voided',
  'refunded_elsewhere',
  'refund_manual',
  'refund_failed',
] as const;

/** One of {@link ATTENTION_CODES}. */
export type AttentionCode = (typeof ATTENTION_CODES)[number];
