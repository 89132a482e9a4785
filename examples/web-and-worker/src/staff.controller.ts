import { Body, Controller, Get, NotFoundException, Param, Post } from '@nestjs/common';
import { InjectPayments, Money, Payments } from 'tillbridge';

/** The form that staff send. */
interface RefundForm {
  /** Made with the form, so that a second click is the same refund. */
  readonly key: string;
  readonly amount: string;
  /** The customer may read it. */
  readonly reason: string;
  /** Only for the shop. */
  readonly why: string;
}

/** `/api/v1/staff`: behind the guard. */
@Controller({ path: 'staff', version: '1' })
export class StaffController {
  constructor(@InjectPayments() private readonly payments: Payments) {}

  @Get('orders/:id')
  async order(@Param('id') orderId: string) {
    const order = await this.payments.group('web').orders.find(orderId);
    if (!order) throw new NotFoundException();
    return { orderId, status: order.status, amount: order.amount, refunds: await this.refunds(orderId) };
  }

  @Post('orders/:id/refunds')
  async refund(@Param('id') orderId: string, @Body() { key, amount, reason, why }: RefundForm) {
    const refund = await this.payments.refunds.request({
      orderId,
      amount: Money.of(amount, 'EUR'),
      key,
      reason,
      by: 'staff',
      why,
    });
    return { id: refund.id, state: refund.state };
  }

  private async refunds(orderId: string) {
    const found = await this.payments.refunds.list({ orderId });
    return found.items.map(({ id, state, amount }) => ({ id, state, amount }));
  }
}
