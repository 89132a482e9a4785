import { Inject, Injectable, Logger } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import type { EntityManager } from 'typeorm';
import { Reservation } from './reservation.entity.js';

/** Injection token of the name of this process: `web` or `worker`. */
export const PROCESS_NAME = 'PROCESS_NAME';

/**
 * What happens after an order is paid. Both processes have the handlers: the worker applies notifications and polls,
 * and the web process applies a payment if its return page reads the order itself.
 */
@Injectable()
export class Fulfilment {
  private readonly logger = new Logger('Fulfilment');

  constructor(@Inject(PROCESS_NAME) private readonly processName: string) {}

  /** In the transaction of the payment: both are stored, or neither. */
  @OnPayment('completed', { name: 'reserve-stock' })
  async reserveStock(event: PaymentEvent, tx: EntityManager): Promise<void> {
    await tx.insert(Reservation, { orderId: event.orderId, reservedBy: this.processName });
  }

  /** After the commit, in a worker; with `event.id` a mail provider can drop a repeat. */
  @OnPayment('completed', { after: 'commit', name: 'send-mail' })
  async sendMail(event: PaymentEvent): Promise<void> {
    this.logger.log(`mail ${event.id}: we received ${event.amount} for ${event.orderId}`);
  }
}
