import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { InjectPayments, type Payments, type TimelineEntry } from 'tillbridge';
import type { Repository } from 'typeorm';
import { Product } from '../catalogue/product.entity.js';
import { formatMoney } from '../format.js';
import { Mail } from '../mail/mail.entity.js';
import type { OrderRowView, OrderView } from '../pages/views.js';
import { StockReservation } from '../stock/stock-reservation.entity.js';
import { orderState, type OrderState } from './order-state.js';
import { orderTimeline } from './order-timeline.js';
import { Purchase } from './purchase.entity.js';

/** How long the return page may wait for the service, in milliseconds: a longer wait makes the page feel broken. */
const SETTLE_PATIENCE_MS = 1_500;
const LATEST = 25;

/** An order as data, for programs. */
export interface OrderReport {
  orderId: string;
  state: string;
  status: string | null;
  paid: boolean;
  amount: string | null;
  /** The service's id of the newest payment attempt. */
  attemptId: string | null;
  timeline: TimelineEntry[];
  reservations: StockReservation[];
  mails: Mail[];
}

/** The data about orders for the pages. */
@Injectable()
export class OrdersService {
  constructor(
    @InjectPayments() private readonly payments: Payments,
    @InjectRepository(Purchase) private readonly purchases: Repository<Purchase>,
    @InjectRepository(Product) private readonly products: Repository<Product>,
    @InjectRepository(StockReservation) private readonly reservations: Repository<StockReservation>,
    @InjectRepository(Mail) private readonly mails: Repository<Mail>,
  ) {}

  /** Whether the order exists. */
  exists(orderId: string): Promise<boolean> {
    return this.purchases.existsBy({ orderId });
  }

  /**
   * For a customer who has returned: reads the order from the service once, with a short time limit. The page is always
   * shown, with the known state; a late answer still counts, and so does the notification.
   *
   * @param returnedFrom the attempt's id, as the service appends it to the URL; a client may have invented it
   */
  async settle(orderId: string, returnedFrom: string): Promise<void> {
    const order = await this.payments.orders.find(returnedFrom);
    if (order?.orderId !== orderId) return;
    await this.payments.orders.settle(returnedFrom, { patienceMs: SETTLE_PATIENCE_MS });
  }

  /** The content of the order's page; null for an unknown order. */
  async view(orderId: string, returnedFrom?: string): Promise<OrderView | null> {
    const purchase = await this.purchases.findOneBy({ orderId });
    if (!purchase) return null;
    const order = await this.payments.orders.find(orderId);
    const product = await this.products.findOneByOrFail({ slug: purchase.productSlug });
    return {
      ...this.row(purchase, product, orderState(order, returnedFrom)),
      returnedFrom,
      timeline: orderTimeline(await this.payments.orders.timeline(orderId)),
    };
  }

  /** The latest orders, newest first. */
  async latest(): Promise<OrderRowView[]> {
    const purchases = await this.purchases.find({ order: { number: 'DESC' }, take: LATEST });
    const products = new Map((await this.products.find()).map((product) => [product.slug, product]));
    return Promise.all(
      purchases.flatMap((purchase) => {
        const product = products.get(purchase.productSlug);
        return product ? [this.latestRow(purchase, product)] : [];
      }),
    );
  }

  /** All data about an order; null for an unknown one. */
  async report(orderId: string): Promise<OrderReport | null> {
    if (!(await this.exists(orderId))) return null;
    const order = await this.payments.orders.find(orderId);
    return {
      orderId,
      state: orderState(order).title,
      status: order?.status ?? null,
      paid: order?.paid ?? false,
      amount: order?.amount.toString() ?? null,
      attemptId: order?.serviceOrderId ?? null,
      timeline: await this.payments.orders.timeline(orderId),
      reservations: await this.reservations.findBy({ orderId }),
      mails: await this.mails.findBy({ orderId }),
    };
  }

  private async latestRow(purchase: Purchase, product: Product): Promise<OrderRowView> {
    return this.row(purchase, product, orderState(await this.payments.orders.find(purchase.orderId)));
  }

  private row({ orderId, total }: Purchase, { slug, name }: Product, state: OrderState): OrderRowView {
    return { orderId, product: { slug, name }, price: formatMoney(total), state };
  }
}
