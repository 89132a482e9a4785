import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money, type GroupPayments } from 'tillbridge';
import {
  clientsFor,
  itWith,
  serviceUnderTest,
  type ServiceClients,
  type ServiceUnderTest,
} from './support/service-under-test.js';

describe('a shop with pages and tills of its own', () => {
  let service: ServiceUnderTest;
  let clients: ServiceClients;
  let group: GroupPayments;
  beforeAll(async () => {
    service = await serviceUnderTest({ terminals: [{ id: 'T1' }] });
    clients = await clientsFor(service, { allowTip: true });
    group = clients.payments.group('web');
  });
  afterAll(async () => {
    await clients?.close();
    await service?.close();
  });

  itWith('drive')('knows the banks of a payment method', async () => {
    expect(await group.issuers('IDEAL')).toEqual(
      expect.arrayContaining([{ code: '0031', description: expect.any(String) }]),
    );
    expect(await group.issuers('VISA')).toEqual([]);
    await expect(group.issuers('NOBANK')).rejects.toMatchObject({ code: 'SERVICE_1023', httpStatus: 404 });
  });

  it('gets a token for the browser', async () => {
    expect(await group.apiToken()).toMatch(/^pub\.v2\./);
  });

  itWith('drive')('gets a session of Apple Pay', async () => {
    const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
    const session = await group.applePaySession({ originDomain: 'shop.example', validationUrl });
    expect(Object.keys(session).length).toBeGreaterThan(0);
  });

  itWith('drive')('prints the receipt of a payment at a till, with the tip', async () => {
    const order = { orderId: 'P-1', amount: Money.of('12.50', 'EUR'), description: 'Lunch' };
    await group.orders.create({ ...order, gatewayInfo: { terminal_id: 'T1' } });
    await expect(group.orders.receipt('P-1')).rejects.toMatchObject({ code: 'SERVICE_1006', httpStatus: 404 });
    await service.sandbox!.sandbox.pay('P-1', { method: 'VISA', tip: 100 });
    const receipt = await group.orders.receipt('P-1');
    expect(receipt).toMatchObject({
      merchant: { name: expect.any(String) },
      order: { amount: 1_350, amountrefunded: 0, currency: 'EUR', tip: { amount: 100 } },
      payment: { payment_method: expect.any(String), last4: expect.stringMatching(/^\d{4}$/), terminal_id: 'T1' },
      printed_on: expect.any(String),
    });
    await expect(group.orders.receipt('no-such-order')).rejects.toMatchObject({ code: 'SERVICE_1006' });
  });
});
