import {
  Body,
  ConflictException,
  Controller,
  NotFoundException,
  Param,
  Post,
  Redirect,
  UseFilters,
} from '@nestjs/common';
import type { HttpRedirectResponse } from '@nestjs/common';
import { CheckoutService } from '../orders/checkout.service.js';
import { PageErrorsFilter } from './page-errors.filter.js';

/** 303: after any form the browser fetches the next page with GET. */
const goTo = (url: string): HttpRedirectResponse => ({ url, statusCode: 303 });

/** The forms that lead to the payment page. */
@Controller()
@UseFilters(PageErrorsFilter)
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post('checkout')
  @Redirect()
  async buy(@Body('product') product: unknown): Promise<HttpRedirectResponse> {
    const url = await this.checkout.buy(String(product));
    if (url === null) throw new ConflictException('This is sold out at the moment, so nothing was ordered.');
    return goTo(url);
  }

  @Post('orders/:id/pay')
  @Redirect()
  async goOn(@Param('id') orderId: string): Promise<HttpRedirectResponse> {
    const url = await this.checkout.goOn(orderId);
    if (url === null) throw new NotFoundException('There is no such order.');
    return goTo(url);
  }
}
