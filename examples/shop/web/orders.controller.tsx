import { Controller, Get, Header, NotFoundException, Param, Query, Sse, UseFilters } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { OrdersService, type OrderReport } from '../orders/orders.service.js';
import { OrderPage } from '../pages/order.page.js';
import { OrdersPage } from '../pages/orders.page.js';
import { renderPage } from '../pages/render.js';
import { LiveOrders } from './live-orders.js';
import { PageErrorsFilter } from './page-errors.filter.js';

/** The same answer for an unknown order and for another customer's: its id is the only key to it. */
function found<T>(value: T | null): T {
  if (value === null) throw new NotFoundException('There is no such order.');
  return value;
}

/** A parameter that occurs twice is a list; a returning customer's URL has it once. */
const textIn = (query: unknown): string | undefined => (typeof query === 'string' ? query : undefined);

/** The pages of orders. */
@Controller('orders')
@UseFilters(PageErrorsFilter)
export class OrdersController {
  constructor(
    private readonly orders: OrdersService,
    private readonly live: LiveOrders,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  async list(): Promise<string> {
    return renderPage(<OrdersPage orders={await this.orders.latest()} />);
  }

  /** Must come before the page, because `:id` would match it as well. */
  @Get(':id.json')
  async report(@Param('id') orderId: string): Promise<OrderReport> {
    return found(await this.orders.report(orderId));
  }

  /** The address to which the payment page sends the customer, with `transactionid` appended. */
  @Get(':id')
  @Header('Content-Type', 'text/html; charset=utf-8')
  async page(@Param('id') orderId: string, @Query('transactionid') query?: unknown): Promise<string> {
    const returnedFrom = textIn(query);
    if (returnedFrom !== undefined) await this.orders.settle(orderId, returnedFrom);
    return renderPage(<OrderPage order={found(await this.orders.view(orderId, returnedFrom))} />);
  }

  @Sse(':id/events')
  async events(
    @Param('id') orderId: string,
    @Query('transactionid') query?: unknown,
  ): Promise<Observable<MessageEvent>> {
    if (!(await this.orders.exists(orderId))) throw new NotFoundException('There is no such order.');
    return this.live.watch(orderId, textIn(query));
  }
}
