import { Money, type PaymentOrder } from 'tillbridge';
import { expect } from '@jest/globals';
import type { ReceivedRequest } from '../../sandbox/support/receiver.js';
import { waitFor } from '../../support/wait-for.js';
import type { World } from './world.js';

/** What is changed about a notification before it reaches the shop; nothing by default. */
export interface Tampering {
  readonly search?: string;
  readonly auth?: string | null;
  readonly body?: Buffer;
}

/** Brings a notification that the sandbox sent, byte for byte or tampered with, to the real module's route. */
export async function bringToShop(
  world: World,
  { query, headers, body }: ReceivedRequest,
  tampering: Tampering = {},
): Promise<{ status: number; text: string }> {
  const shop = await world.shop();
  const auth = tampering.auth === undefined ? String(headers['auth']) : tampering.auth;
  const sent: Record<string, string> = { 'content-type': String(headers['content-type']) };
  if (auth !== null) sent['auth'] = auth;
  const bytes = new Uint8Array(tampering.body ?? body);
  const response = await shop.post(tampering.search ?? `?${query}`, sent, bytes);
  return { status: response.status, text: await response.text() };
}

/** Creates an order with the module, as a shop's checkout does; its notifications go to the shop. */
export async function shopOrder(world: World): Promise<string> {
  const shop = await world.shop();
  const { orderId } = await shop.payments.group('web').orders.create({
    orderId: world.newId(),
    amount: Money.of('12.50', 'EUR'),
    description: 'Two mugs',
    notificationUrl: `${shop.url}/payments/notifications/web`,
    redirectUrl: 'https://shop.example/return',
  });
  await world.sandbox.idle();
  return orderId;
}

/** The shop's own record of an order, once it has come to this status and nothing is left to do. */
export async function shopReaches(world: World, orderId: string, status: string): Promise<PaymentOrder> {
  const shop = await world.shop();
  const settled = async (): Promise<PaymentOrder | null> => {
    await shop.drain();
    const order = await shop.payments.orders.find(orderId);
    return order?.status === status ? order : null;
  };
  return waitFor(settled, { what: `order ${orderId} to be ${status} in the shop` });
}

/** How the shop answers what it accepts. */
export const ACCEPTED = { status: 200, text: 'OK' };

/** A notification straight from the wire. */
export async function notification(world: World, fields: Record<string, unknown> = {}): Promise<ReceivedRequest> {
  const [request] = await world.notified(await world.order(fields), 1);
  return request!;
}

/** Text as it stands in `Auth`. */
export const encoded = (text: string): string => Buffer.from(text).toString('base64');

/** Expects the shop to refuse a notification, and to keep nothing of it. */
export async function expectRefusal(...args: Parameters<typeof bringToShop>): Promise<void> {
  const shop = await args[0].shop();
  const stored = await shop.count('tillbridge_notification');
  const reply = await bringToShop(...args);
  expect([reply.status, reply.text === 'OK', await shop.count('tillbridge_notification')]).toEqual([
    401,
    false,
    stored,
  ]);
}
