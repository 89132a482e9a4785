import { Injectable } from '@nestjs/common';
import { OnPayment, type PaymentEvent } from 'tillbridge';

/** Prints invoices: paper may run out. */
@Injectable()
export class Printer {
  isEmpty = false;
  /** Holds every print until it is resolved. */
  gate: Promise<void> = Promise.resolve();
  readonly printed: string[] = [];
  readonly tries: string[] = [];

  @OnPayment(['initialized', 'completed'], { after: 'commit', name: 'Printer.print' })
  async print({ id, orderId, kind }: PaymentEvent): Promise<void> {
    this.tries.push(id);
    await this.gate;
    if (this.isEmpty) throw new Error('out of paper');
    this.printed.push(`${kind} ${orderId}`);
  }

  @OnPayment('completed', { after: 'commit', name: 'Printer.beep' })
  beep({ orderId }: PaymentEvent): void {
    this.printed.push(`beep ${orderId}`);
  }
}
