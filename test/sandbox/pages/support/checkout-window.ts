import type { Page } from 'playwright-core';
import type { BrowserWindows } from '../../../support/browser-windows.js';
import type { Receiver } from '../../support/receiver.js';
import type { Service } from '../../support/service.js';

/** An order, and the shopper in front of its payment page. */
export interface CheckoutWindow {
  readonly orderId: string;
  readonly url: string;
  readonly page: Page;
}

/** Where the shopper comes from. */
export interface CheckoutStage {
  readonly service: Service;
  /** The shop's own address. */
  readonly door: Receiver;
  readonly windows: BrowserWindows;
}

let number = 0;

/** Creates an order and opens its payment page, without JavaScript. */
export async function openCheckout(
  { service, door, windows }: CheckoutStage,
  fields: Record<string, unknown> = {},
  options: Parameters<BrowserWindows['open']>[0] = {},
): Promise<CheckoutWindow> {
  const orderId = `K-${(number += 1)}`;
  const payment_options = { redirect_url: `${door.url}/return`, cancel_url: `${door.url}/cancelled` };
  const description = 'A stoneware teapot, glazed by hand';
  const url = await service.paymentUrl({ order_id: orderId, description, payment_options, ...fields });
  const page = await windows.open({ javaScriptEnabled: false, ...options });
  await page.goto(url);
  return { orderId, url, page };
}
