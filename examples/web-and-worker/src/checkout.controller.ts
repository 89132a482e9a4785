import { Controller, Get, Param, Post, Redirect } from '@nestjs/common';
import { InjectPayments, Money, Payments } from 'tillbridge';
import { Public } from './public.decorator.js';
import { GLOBAL_PREFIX, readSettings } from './settings.js';

/** `/api/v1/checkout`: the routes for customers. */
@Public()
@Controller({ path: 'checkout', version: '1' })
export class CheckoutController {
  private readonly address = `${readSettings().shopUrl}/${GLOBAL_PREFIX}/v1/checkout`;

  constructor(@InjectPayments() private readonly payments: Payments) {}

  @Post(':cart')
  @Redirect()
  async pay(@Param('cart') cart: string) {
    const order = await this.payments.group('web').orders.create({
      orderId: cart,
      amount: Money.of('12.50', 'EUR'),
      description: `Your order ${cart}`,
      redirectUrl: `${this.address}/${cart}/return`,
    });
    return { url: order.paymentUrl ?? this.address, statusCode: 303 };
  }

  /** Reads what the shop knows; the worker learns of the payment from the notification, or by polling. */
  @Get(':cart/return')
  async thanks(@Param('cart') cart: string) {
    const order = await this.payments.group('web').orders.find(cart);
    return order?.paid ? `Thank you for ${order.amount}!` : 'We are waiting for your payment.';
  }
}
