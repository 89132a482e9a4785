import {
  Body,
  ConflictException,
  Controller,
  NotFoundException,
  Param,
  Post,
  Redirect,
  Req,
  UseFilters,
} from '@nestjs/common';
import type { HttpRedirectResponse } from '@nestjs/common';
import type { Request } from 'express';
import { type Browser, CheckoutService } from '../orders/checkout.service.js';
import { PageErrorsFilter } from './page-errors.filter.js';

/** 303: after any form the browser fetches the next page with GET. */
const goTo = (url: string): HttpRedirectResponse => ({ url, statusCode: 303 });

const browserOf = ({ ip, headers }: Request): Browser => ({
  ip_address: ip ?? null,
  user_agent: headers['user-agent'] ?? null,
});

/** The forms that lead to the payment page. */
@Controller()
@UseFilters(PageErrorsFilter)
export class CheckoutController {
  constructor(private readonly checkout: CheckoutService) {}

  @Post('checkout')
  @Redirect()
  async buy(@Body('product') product: unknown, @Req() request: Request): Promise<HttpRedirectResponse> {
    const url = await this.checkout.buy(String(product), browserOf(request));
    if (url === null) throw new ConflictException('This is sold out at the moment, so nothing was ordered.');
    return goTo(url);
  }

  @Post('orders/:id/pay')
  @Redirect()
  async goOn(@Param('id') orderId: string, @Req() request: Request): Promise<HttpRedirectResponse> {
    const url = await this.checkout.goOn(orderId, browserOf(request));
    if (url === null) throw new NotFoundException('There is no such order.');
    return goTo(url);
  }
}
