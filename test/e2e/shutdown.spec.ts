import { expect, it } from '@jest/globals';
import { Controller, Module, Post } from '@nestjs/common';
import { InjectPayments, Money, Payments } from 'tillbridge';
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
  await waitFor(() =>
    fetch(`${shop.url}/checkout`).then(
      () => false,
      () => true,
    ),
  );
  answer();
  expect(await (await checkout).json()).toEqual({ url: 'http://localhost:4000/pay/1' });
  await closing;
  service.close();
});
