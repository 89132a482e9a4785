import type { OrderReport } from '../orders/orders.service.js';
import { eventually } from './eventually.js';
import { fact } from './narrator.js';
import { finishPayment, type Outcome } from './payment-page.js';
import type { Stage } from './stage.js';

/** An order on its way to the payment page. */
export interface Checkout {
  orderId: string;
  /** The service's id of this payment attempt; the first attempt has the order's own id. */
  attemptId: string;
  paymentUrl: string;
}

/** A customer of the shop, who uses only its pages. */
export class Shopper {
  constructor(private readonly stage: Stage) {}

  /** Presses *Pay* beside a product. */
  async pressPay(product: string): Promise<Checkout> {
    const paymentUrl = await this.press('/checkout', { product });
    const list = await (await fetch(`${this.stage.shopUrl}/orders`)).text();
    const orderId = /href="\/orders\/([^"/]+)"/.exec(list)?.[1];
    fact(orderId !== undefined, 'the shop lists no order');
    return { orderId, attemptId: orderId, paymentUrl };
  }

  /** Presses *Try again* on the page of an order. */
  async tryAgain(orderId: string): Promise<Checkout> {
    const paymentUrl = await this.press(`/orders/${orderId}/pay`);
    const { attemptId } = await this.report(orderId);
    fact(attemptId !== null, 'the shop knows no attempt');
    return { orderId, attemptId, paymentUrl };
  }

  /** Ends the payment and returns to the order's page. */
  async finish({ orderId, attemptId, paymentUrl }: Checkout, outcome: Outcome): Promise<void> {
    const back = await finishPayment(paymentUrl, outcome, this.stage.shopUrl);
    const expected = `${this.stage.shopUrl}/orders/${orderId}?transactionid=${attemptId}`;
    fact(back === expected, `the payment page leads to ${back}`);
  }

  /** The heading of the order's page after the return. */
  async readState(orderId: string): Promise<string> {
    const page = await fetch(`${this.stage.shopUrl}/orders/${orderId}?transactionid=${orderId}`);
    fact(page.ok, `the order's page answered ${page.status}`);
    return /<h1>(.*?)<\/h1>/.exec(await page.text())?.[1] ?? 'a page without heading';
  }

  /** What the shop knows about an order. */
  async report(orderId: string): Promise<OrderReport> {
    const answer = await fetch(`${this.stage.shopUrl}/orders/${orderId}.json`);
    fact(answer.ok, `the shop answered ${answer.status} for order ${orderId}`);
    return (await answer.json()) as OrderReport;
  }

  /** Waits until the shop's report of an order meets a condition. */
  reportWhen(orderId: string, until: (report: OrderReport) => boolean): Promise<OrderReport> {
    return eventually({
      read: () => this.report(orderId),
      until,
      seen: ({ state, timeline }) => `the order is "${state}"; last: ${timeline.at(-1)?.text ?? 'nothing'}`,
      withinMs: this.stage.patienceMs,
    });
  }

  /** Sends a form. @returns the payment page to which it leads */
  private async press(path: string, fields: Record<string, string> = {}): Promise<string> {
    const body = new URLSearchParams(fields);
    const answer = await fetch(this.stage.shopUrl + path, { method: 'POST', body, redirect: 'manual' });
    const paymentUrl = answer.headers.get('location');
    fact(answer.status === 303 && paymentUrl !== null, `the shop answered ${answer.status}, with no way to pay`);
    return paymentUrl;
  }
}
