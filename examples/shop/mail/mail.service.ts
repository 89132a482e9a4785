import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { OnPayment, type PaymentEvent } from 'tillbridge';
import type { Repository } from 'typeorm';
import { Purchase } from '../orders/purchase.entity.js';
import { Mail } from './mail.entity.js';

/** Names of the effects: stored with each payment, so they stay even if a method is renamed. */
export const SEND_CONFIRMATION = 'send-confirmation';
export const ALERT_STAFF = 'alert-staff';

const STAFF = 'staff@quaystreet.example';

/** Writes to customers, and to the staff if a payment is unusual. */
@Injectable()
export class MailService {
  constructor(
    @InjectRepository(Mail) private readonly mails: Repository<Mail>,
    @InjectRepository(Purchase) private readonly purchases: Repository<Purchase>,
  ) {}

  /** Runs after the payment has been committed, and again until it succeeds. */
  @OnPayment('completed', { after: 'commit', name: SEND_CONFIRMATION })
  async sendConfirmation(event: PaymentEvent): Promise<void> {
    const purchase = await this.purchases.findOneBy({ orderId: event.orderId });
    if (!purchase) return;
    await this.send(event, {
      recipient: purchase.email,
      subject: `Your order ${event.orderId}`,
      body: `Thank you! We have received ${event.amount.toString()} and are wrapping your order.`,
    });
  }

  /** Unexpected money: the goods may be sold, or a refund may be due. A person decides. */
  @OnPayment(['paid_after_cancel', 'paid_twice', 'amount_mismatch'], { after: 'commit', name: ALERT_STAFF })
  async alertStaff(event: PaymentEvent): Promise<void> {
    await this.send(event, {
      recipient: STAFF,
      subject: `Please look at order ${event.orderId}: ${event.kind.replaceAll('_', ' ')}`,
      body: `${event.amount.toString()} came in for order ${event.orderId}.`,
    });
  }

  /** `event.id` is the same on every attempt: as Message-ID it lets a mail server recognise a repeat. */
  private async send(event: PaymentEvent, mail: Pick<Mail, 'recipient' | 'subject' | 'body'>): Promise<void> {
    await this.mails.insert({ ...mail, orderId: event.orderId, messageId: `<${event.id}@quaystreet.example>` });
  }
}
