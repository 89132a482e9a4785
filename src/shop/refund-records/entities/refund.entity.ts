import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../../database/engine/index.js';
import type { RefundCartInput } from '../../../protocol/index.js';
import { reviveCart, storedCart } from './refund-cart.js';
import type { RefundState } from '../protocol/refund-protocol.types.js';

/** The longest key of a refund or of a batch, in characters. */
export const REFUND_KEY_WIDTH = 120;

/**
 * Every return of money is one row: `shop`: requested here · `elsewhere`: made by other means, as in the service's dashboard,
 * and seen there · `chargeback`: taken back by the shopper's bank; `cancelled` once the bank gives it back.
 */
export type RefundOrigin = 'shop' | 'elsewhere' | 'chargeback';

/**
 * One intent to give money back (design §8), from its request on; never deleted. The protocol decides on the columns from
 * `state` to `reason`. Amounts in minor units, times in epoch milliseconds (UTC), ids as text.
 */
@Entity('tillbridge_refund')
@Unique('tillbridge_refund_key', ['group', 'key'])
@Unique('tillbridge_refund_tag', ['group', 'tag'])
@Index('tillbridge_refund_order', ['orderId', 'group'])
@Index('tillbridge_refund_queue', ['group', 'state', 'held', 'notBefore', 'id'])
@Index('tillbridge_refund_arrived', ['group', 'arrivedBy'])
@Index('tillbridge_refund_of_batch', ['batchId', 'state', 'currency', 'amount'])
@Index('tillbridge_refund_state', ['state', 'id'])
@Index('tillbridge_refund_group', ['group', 'id'])
@Index('tillbridge_refund_group_state', ['group', 'state', 'id'])
@Index('tillbridge_refund_batch_id', ['batchId', 'id'])
@Index('tillbridge_refund_service_id', ['serviceRefundId'])
@Index('tillbridge_refund_asked', ['state', 'createdAt'])
export class RefundEntity {
  /** Grows with time: the sequence in which refunds were requested. */
  @PrimaryColumn({ type: 'varchar', length: 36 })
  id: string;

  @Column({ name: 'group_name', type: 'varchar', length: 64 })
  group: string;

  /** The shop's own order id. */
  @Column({ name: 'order_id', type: 'varchar', length: 64 })
  orderId: string;

  /** The `order_id` at the service of the attempt that was paid: where the refund is sent. */
  @Column({ name: 'service_order_id', type: 'varchar', length: 64 })
  serviceOrderId: string;

  @Column({ type: 'varchar', length: 16 })
  origin: RefundOrigin;

  /** The caller's own key: the same key is the same refund. For a refund that is not ours, made from the service's id. */
  @Column({ name: 'refund_key', type: 'varchar', length: REFUND_KEY_WIDTH })
  key: string;

  /** Its mark at the service (`refund_order_id`), at most 50 characters; for one made elsewhere its own id. */
  @Column({ type: 'varchar', length: 64 })
  tag: string;

  @Column(bigintColumn())
  amount: number;

  @Column({ type: 'varchar', length: 3 })
  currency: string;

  /** The reason of the refund, in the words of the requester; sent as the description. */
  @Column({ type: 'varchar', length: 200 })
  description: string;

  /** Lines that are refunded, for methods that need them (protocol §2.6). */
  @Column({ type: 'simple-json', nullable: true, transformer: { to: storedCart, from: reviveCart } })
  cart: RefundCartInput | null;

  /** Its batch; null for a single refund, which goes first. */
  @Column({ name: 'batch_id', type: 'varchar', length: 36, nullable: true })
  batchId: string | null;

  /** 1 while its batch is paused: it keeps its place, and is not sent. */
  @Column({ type: 'int', default: 0 })
  held: number;

  @Column({ type: 'varchar', length: 16 })
  state: RefundState;

  /** Grows with every change: a writer must have seen the newest value. */
  @Column({ type: 'int', default: 0 })
  fence: number;

  @Column({ type: 'int', default: 0 })
  attempts: number;

  @Column(bigintColumn({ name: 'last_sent_at', nullable: true }))
  lastSentAt: number | null;

  @Column(bigintColumn({ name: 'arrived_by', nullable: true }))
  arrivedBy: number | null;

  @Column(bigintColumn({ name: 'not_before', default: 0 }))
  notBefore: number;

  @Column({ type: 'int', default: 0 })
  failures: number;

  @Column({ type: 'int', default: 0 })
  refusals: number;

  @Column(bigintColumn({ name: 'refused_at', nullable: true }))
  refusedAt: number | null;

  @Column({ type: 'int', default: 0 })
  outages: number;

  @Column({ type: 'int', default: 0 })
  reads: number;

  @Column(bigintColumn({ name: 'next_read_at', nullable: true }))
  nextReadAt: number | null;

  @Column({ name: 'clean_reads', type: 'int', default: 0 })
  cleanReads: number;

  @Column(bigintColumn({ name: 'last_clean_read_at', nullable: true }))
  lastCleanReadAt: number | null;

  @Column(bigintColumn({ name: 'unknown_since', nullable: true }))
  unknownSince: number | null;

  @Column({ name: 'service_refund_id', type: 'varchar', length: 64, nullable: true })
  serviceRefundId: string | null;

  @Column({ type: 'varchar', length: 64, nullable: true })
  reason: string | null;

  /** Who requested it, by the caller's name; null when not given. */
  @Column({ name: 'asked_by', type: 'varchar', length: 120, nullable: true })
  askedBy: string | null;

  @Column(bigintColumn({ name: 'created_at' }))
  createdAt: number;

  @Column(bigintColumn({ name: 'updated_at' }))
  updatedAt: number;
}
