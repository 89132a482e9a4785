import { afterAll, beforeAll } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { Money, type CreateOrderInput, type PaymentsClient, type TerminalGroup } from 'tillbridge';
import type { Sandbox, SandboxTerminalGroup } from 'tillbridge/sandbox';
import { clientsFor, serviceUnderTest, type ServiceClients, type ServiceUnderTest } from './service-under-test.js';

/** An amount in euros. */
export const euros = (decimal: string): Money => Money.of(decimal, 'EUR');

/** An order that the service takes, under an id of its own: a real account keeps those of earlier runs. */
export const anOrder = (change: Partial<CreateOrderInput> = {}): CreateOrderInput => ({
  orderId: randomUUID(),
  amount: euros('45.99'),
  description: 'Two mugs',
  ...change,
});

/** What the shop sells in these tests. */
export const MUG = { name: 'Mug', merchantItemId: 'M1', taxPercent: '21', unitPriceIncludingTax: euros('12.10') };

/** A client and the service it talks to, for the tests of one block. */
export class OrderContract {
  private running: { service: ServiceUnderTest; clients: ServiceClients } | undefined;

  /** Starts both before the block's tests and stops them afterwards. @param group - changes to the sandbox's group */
  constructor(group: Partial<SandboxTerminalGroup> = {}) {
    beforeAll(async () => {
      const service = await serviceUnderTest(group);
      this.running = { service, clients: await clientsFor(service) };
    });
    afterAll(async () => {
      await this.running?.clients.close();
      await this.running?.service.close();
    });
  }

  get clients(): ServiceClients {
    return this.running!.clients;
  }

  get client(): PaymentsClient {
    return this.clients.client;
  }

  get group(): TerminalGroup {
    return this.clients.group;
  }

  /** For what `itWith('drive')` allows only. */
  get sandbox(): Sandbox {
    return this.running!.service.sandbox!.sandbox;
  }

  /** Creates an order and lets the shopper pay it. */
  async paidOrder(change: Partial<CreateOrderInput> = {}): Promise<CreateOrderInput> {
    const order = anOrder(change);
    await this.client.createOrder(this.group, order);
    await this.sandbox.pay(order.orderId);
    return order;
  }
}
