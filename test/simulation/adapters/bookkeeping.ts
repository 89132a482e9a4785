import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  OnPayment,
  OnRefund,
  type PaymentEvent,
  type PaymentEventKind,
  type RefundEvent,
  type RefundEventKind,
} from '../../../src/index.js';

/** What the shop does about payments and refunds: a row in its own table, and a word to the world outside. */
export interface Outside {
  /** Whether the handler fails, and whether before or after it has done its work. */
  mood(): 'well' | 'fails before' | 'fails after';
  /** The world outside is informed of something; what is told cannot be taken back. */
  tell(reported: Reported): void;
}

/** One thing that the world outside was told. */
export interface Reported {
  readonly id: string;
  readonly effect: string;
  readonly transitionId: string;
  readonly orderId: string;
}

/** The shop's own table. Nothing in it keeps a second row away: only the module does. */
export const BOOKINGS = `CREATE TABLE shop_booking
  (effect TEXT NOT NULL, transition_id TEXT NOT NULL, order_id TEXT NOT NULL, kind TEXT NOT NULL)`;

const PAYMENTS: readonly PaymentEventKind[] = [
  'initialized',
  'declined',
  'cancelled',
  'expired',
  'uncleared',
  'authorised',
  'completed',
  'partial_refunded',
  'refunded',
  'chargedback',
  'restored',
  'amount_mismatch',
  'paid_after_cancel',
  'paid_twice',
];
const REFUNDS: readonly RefundEventKind[] = ['accepted', 'settled', 'rejected', 'manual', 'cancelled', 'elsewhere'];
const INSERT = 'INSERT INTO shop_booking (effect, transition_id, order_id, kind) VALUES (?, ?, ?, ?)';

/** Thrown by handlers now and then. */
export class BadMood extends Error {}

/** Handlers of every event, within the transaction and after it. */
@Injectable()
export class Bookkeeping {
  outside: Outside = { mood: () => 'well', tell: () => undefined };

  @OnPayment(PAYMENTS, { name: 'book payment' })
  bookPayment(event: PaymentEvent, tx: EntityManager): Promise<void> {
    return this.#book('book payment', event, tx);
  }

  @OnRefund(REFUNDS, { name: 'book refund' })
  bookRefund(event: RefundEvent, tx: EntityManager): Promise<void> {
    return this.#book('book refund', event, tx);
  }

  @OnPayment(PAYMENTS, { name: 'tell payment', after: 'commit' })
  async tellPayment(event: PaymentEvent): Promise<void> {
    this.#tell('tell payment', event);
  }

  @OnRefund(REFUNDS, { name: 'tell refund', after: 'commit' })
  async tellRefund(event: RefundEvent): Promise<void> {
    this.#tell('tell refund', event);
  }

  async #book(effect: string, event: PaymentEvent | RefundEvent, tx: EntityManager): Promise<void> {
    const mood = this.outside.mood();
    if (mood === 'fails before') throw new BadMood('the books are closed');
    await tx.query(INSERT, [effect, event.transitionId, event.orderId, event.kind]);
    if (mood === 'fails after') throw new BadMood('the ink ran out');
  }

  #tell(effect: string, { id, transitionId, orderId }: PaymentEvent | RefundEvent): void {
    const mood = this.outside.mood();
    if (mood === 'fails before') throw new BadMood('no one answers');
    this.outside.tell({ id, effect, transitionId, orderId });
    if (mood === 'fails after') throw new BadMood('the line broke');
  }
}
