import type { OrderReport } from '../orders/orders.service.js';
import { eventually } from './eventually.js';
import { fact } from './narrator.js';
import { finishPayment, type Outcome } from './payment-page.js';
import type { Stage } from './stage.js';

/** An order on its way to the payment page. */
export interface Checkout {
  orderId: string;
  paymentUrl: string;
}

/** Somebody in front of the shop: knows only its pages. */
export class Shopper {
  constructor(private readonly stage: Stage) {}

  /** Presses *Pay* beside a product. */
  async pressPay(product: string): Promise<Checkout> {
    const { shopUrl } = this.stage;
    const body = new URLSearchParams({ product });
    const answer = await fetch(`${shopUrl}/checkout`, { method: 'POST', body, redirect: 'manual' });
    const paymentUrl = answer.headers.get('location');
    fact(answer.status === 303 && paymentUrl !== null, `the shop answered ${answer.status}, with no way to pay`);
    const list = await (await fetch(`${shopUrl}/orders`)).text();
    const orderId = /href="\/orders\/([^"/]+)"/.exec(list)?.[1];
    fact(orderId !== undefined, 'the shop lists no order');
    return { orderId, paymentUrl };
  }

  /** Ends the payment and comes back to the order's page. */
  async finish({ orderId, paymentUrl }: Checkout, outcome: Outcome): Promise<void> {
    const back = await finishPayment(paymentUrl, outcome, this.stage.shopUrl);
    const expected = `${this.stage.shopUrl}/orders/${orderId}?transactionid=${orderId}`;
    fact(back === expected, `the payment page leads to ${back}`);
  }

  /** The heading of the order's page, as the shopper reads it on coming back. */
  async readState(orderId: string): Promise<string> {
    const page = await fetch(`${this.stage.shopUrl}/orders/${orderId}?transactionid=${orderId}`);
    fact(page.ok, `the order's page answered ${page.status}`);
    return /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1] ?? 'a page without heading';
  }

  /** What the shop knows of an order. */
  async report(orderId: string): Promise<OrderReport> {
    const answer = await fetch(`${this.stage.shopUrl}/orders/${orderId}.json`);
    fact(answer.ok, `the shop answered ${answer.status} for order ${orderId}`);
    return (await answer.json()) as OrderReport;
  }

  /** Waits until the shop knows something of an order. */
  reportWhen(orderId: string, until: (report: OrderReport) => boolean): Promise<OrderReport> {
    return eventually({
      look: () => this.report(orderId),
      until,
      seen: ({ state, timeline }) => `the order is "${state}"; last: ${timeline.at(-1)?.text ?? 'nothing'}`,
      withinMs: this.stage.patienceMs,
    });
  }
}
