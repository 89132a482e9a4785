import { expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { Controller, Injectable, Module, Post } from '@nestjs/common';
import { InjectPayments, Money, OnPayment, Payments, type PaymentEvent } from 'tillbridge';
import { ManualClock, orderBody } from 'tillbridge/testing';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { json, ScriptedService } from '../support/scripted-service.js';
import { shopOptions, startShop } from '../support/shop-host.js';
import { waitFor } from '../support/wait-for.js';

@Controller('checkout')
class CheckoutController {
  constructor(@InjectPayments() private readonly payments: Payments) {}

  @Post()
  async pay(): Promise<{ url: string | null }> {
    const amount = Money.of('12.50', 'EUR');
    const order = { orderId: 'A-1', amount, description: 'Two mugs' };
    return { url: (await this.payments.group('web').orders.create(order)).paymentUrl };
  }
}

@Module({ controllers: [CheckoutController] })
class CheckoutModule {}

/** By a connection of its own: one that `fetch` keeps open is served on, however long the port has been closed. */
const refusesVisitors = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const visitor = connect(port, '127.0.0.1');
    visitor.once('connect', () => {
      visitor.destroy();
      resolve(false);
    });
    visitor.once('error', () => resolve(true));
  });

it('a shutdown lets the call to the service that a request waits for come to its end', async () => {
  const service = await ScriptedService.start();
  const [web] = shopOptions().terminalGroups;
  const options = { terminalGroups: [{ ...web!, baseUrl: service.url }] };
  const shop = await startShop({ options, extras: { isGlobal: true }, imports: [CheckoutModule] });
  let answer: () => void = () => undefined;
  service.script((response, call) => {
    const data = { order_id: 'A-1', session_id: 's', payment_url: 'http://localhost:4000/pay/1' };
    answer = () => json(200, { success: true, data })(response, call);
  });
  const checkout = fetch(`${shop.url}/checkout`, { method: 'POST' });
  await waitFor(() => service.calls.length === 1);
  const closing = shop.close();
  // The port is closed to new visitors: the shutdown has got as far as waiting for those who are there.
  await waitFor(() => refusesVisitors(Number(new URL(shop.url).port)));
  answer();
  expect(await (await checkout).json()).toEqual({ url: 'http://localhost:4000/pay/1' });
  await closing;
  service.close();
});

/** Hangs, as long as it is told to. */
@Injectable()
class Erp {
  static hangs = true;
  readonly reported: string[] = [];

  @OnPayment('completed', { after: 'commit', name: 'erp' })
  async tell({ id }: PaymentEvent): Promise<void> {
    this.reported.push(id);
    if (Erp.hangs) await new Promise(() => undefined);
  }
}

it('a shutdown does not wait forever for an effect that hangs; the next process takes it over', async () => {
  const database = await createMigratedDatabase('sqlite');
  const clock = new ManualClock(Date.now());
  const options = { shutdownPatienceMs: 100, clock };
  const first = await startShop({ database, options, providers: [Erp] });
  await first.addOrder('A-1');
  const body = orderBody({ orderId: 'A-1', amount: 1250, at: clock.now() });
  await first.notify({ orderId: 'A-1', body, at: clock.now() });
  const { reported } = first.app.get(Erp);
  await waitFor(() => reported.length === 1);
  await first.close();
  expect(first.logs.matching('were still running 100 ms after the shutdown began')).toHaveLength(1);

  Erp.hangs = false;
  clock.advance(60_000);
  const second = await startShop({ database, options, providers: [Erp] });
  await waitFor(() => second.app.get(Erp).reported.length === 1);
  expect(second.app.get(Erp).reported).toEqual(reported);
  await second.close();
  await database.drop();
});
