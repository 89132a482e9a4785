import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money } from 'tillbridge';
import { canaryKey } from '../support/canary.js';
import {
  accountOf,
  clientsFor,
  itWith,
  serviceUnderTest,
  type ServiceClients,
  type ServiceUnderTest,
} from './support/service-under-test.js';

const TILLBRIDGE_TEST_SERVICE_KEY = canaryKey('account');

describe('the service that the contract suite talks to', () => {
  let service: ServiceUnderTest;
  let clients: ServiceClients;
  beforeAll(async () => {
    service = await serviceUnderTest();
    clients = await clientsFor(service);
  });
  afterAll(async () => {
    await clients?.close();
    await service?.close();
  });

  itWith('drive')('is one whose orders can be created, paid and read', async () => {
    const { client, group } = clients;
    await client.createOrder(group, { orderId: 'S1', amount: Money.of('12.50', 'EUR'), description: 'Two mugs' });
    await service.sandbox!.sandbox.pay('S1');
    expect(await client.getOrder(group, 'S1')).toMatchObject({ order_id: 'S1', status: 'completed' });
  });

  it('is the sandbox when the environment says nothing', () => {
    expect(accountOf({})).toBeNull();
  });

  it('is the account that the environment names, with or without the version prefix', () => {
    const account = { baseUrl: 'https://testapi.example', apiKey: TILLBRIDGE_TEST_SERVICE_KEY };
    for (const path of ['', '/', '/v1/json', '/v1/json/']) {
      const TILLBRIDGE_TEST_SERVICE_URL = `https://testapi.example${path}`;
      expect(accountOf({ TILLBRIDGE_TEST_SERVICE_URL, TILLBRIDGE_TEST_SERVICE_KEY })).toEqual(account);
    }
  });

  it.each([
    'https://api.multisafepay.com',
    'https://API.MultiSafepay.com./v1/json',
    'http://user@api.multisafepay.com:8443/',
  ])('is never the live one (%s)', (TILLBRIDGE_TEST_SERVICE_URL) => {
    expect(() => accountOf({ TILLBRIDGE_TEST_SERVICE_URL, TILLBRIDGE_TEST_SERVICE_KEY })).toThrow('live');
  });

  it('is nothing by halves', () => {
    expect(() => accountOf({ TILLBRIDGE_TEST_SERVICE_KEY })).toThrow('Set both');
    expect(() => accountOf({ TILLBRIDGE_TEST_SERVICE_URL: 'https://testapi.example' })).toThrow('Set both');
    expect(() => accountOf({ TILLBRIDGE_TEST_SERVICE_URL: 'testapi', TILLBRIDGE_TEST_SERVICE_KEY })).toThrow(
      'Set both',
    );
  });
});
