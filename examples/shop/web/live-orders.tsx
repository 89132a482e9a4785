import { Injectable } from '@nestjs/common';
import type { MessageEvent } from '@nestjs/common';
import {
  catchError,
  concat,
  distinctUntilChanged,
  EMPTY,
  exhaustMap,
  from,
  map,
  type Observable,
  of,
  takeUntil,
  timer,
} from 'rxjs';
import { OrdersService } from '../orders/orders.service.js';
import { OrderParts } from '../pages/order.page.js';
import { renderPart } from '../pages/render.js';

/** How often an open page's order is read, and for how long, in milliseconds. */
const POLL_EVERY_MS = 400;
const POLL_FOR_MS = 10 * 60_000;

/**
 * Updates open order pages. It reads the database instead of events of its own process, so that every open page shows a
 * payment that any process of the shop has recorded.
 */
@Injectable()
export class LiveOrders {
  constructor(private readonly orders: OrdersService) {}

  /**
   * The changing parts of the page, now and after every change; finally `end`, so that the browser does not reconnect.
   */
  watch(orderId: string, returnedFrom?: string): Observable<MessageEvent> {
    const changes = timer(0, POLL_EVERY_MS).pipe(
      exhaustMap(() => this.poll(orderId, returnedFrom)),
      distinctUntilChanged(),
      map((data): MessageEvent => ({ type: 'order', data })),
      takeUntil(timer(POLL_FOR_MS)),
    );
    return concat(changes, of<MessageEvent>({ type: 'end', data: '' }));
  }

  /** A failed read is skipped: the next one follows soon. */
  private poll(orderId: string, returnedFrom?: string): Observable<string> {
    return from(this.render(orderId, returnedFrom)).pipe(catchError(() => EMPTY));
  }

  private async render(orderId: string, returnedFrom?: string): Promise<string> {
    const order = await this.orders.view(orderId, returnedFrom);
    return order ? renderPart(<OrderParts order={order} />) : '';
  }
}
