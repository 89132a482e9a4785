import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRemoved, readStoredToken, readStoredTokens } from '../../../src/protocol/index.js';
import { REMOVED_SCHEMA, TOKEN_SCHEMA, TOKENS_SCHEMA, UPDATED_SCHEMA } from './answers.schema.js';
import { dataOf, startRawApi, type RawApi } from './api-calls.js';
import { ORDER_SCHEMA } from './order.schema.js';
import { faultsOf, refusalFaults, succeeding } from './published-answer.js';

const UNKNOWN = { status: 410, code: 1000 };
const CARD = {
  type: 'direct',
  gateway: 'VISA',
  gateway_info: {
    card_number: '4111111111111111',
    card_holder_name: 'A. Example',
    card_expiry_date: '3112',
    card_cvc: '123',
  },
};

let api: RawApi;
let customers = 0;
beforeAll(async () => void (api = await startRawApi()));
afterAll(() => api.service.close());

/** A customer of whom a card was stored, with its token as the paid order shows it. */
async function storedCard(recurring_model: string): Promise<{ reference: string; token: string }> {
  const reference = `customer-${(customers += 1)}`;
  const { text } = await api.order({ ...CARD, recurring_model, customer: { reference } });
  expect(faultsOf(succeeding(ORDER_SCHEMA), text)).toEqual([]);
  const details = dataOf(text)['payment_details'] as Record<string, string>;
  expect(details).toMatchObject({ recurring_id: expect.any(String), recurring_model });
  return { reference, token: details['recurring_id']! };
}

describe('a stored card', () => {
  it.each(['cardOnFile', 'subscription', 'unscheduled'])('is listed, and found by its token: %s', async (model) => {
    const { reference, token } = await storedCard(model);
    const list = await api.send('GET', `/recurring/${reference}`);
    expect(faultsOf(succeeding(TOKENS_SCHEMA), list.text)).toEqual([]);
    const one = await api.send('GET', `/recurring/${reference}/token/${token}`);
    expect(faultsOf(succeeding(TOKEN_SCHEMA), one.text)).toEqual([]);
    expect(dataOf(one.text)).toMatchObject({ token, code: 'VISA', model, recurring_model: model });
    expect(readStoredTokens(dataOf(list.text))).toMatchObject([{ token, last4: '1111', expiry_date: '3112' }]);
    expect(readStoredToken(dataOf(one.text))).toEqual(readStoredTokens(dataOf(list.text))[0]);
  });

  it('is charged by its token alone, without a shopper', async () => {
    const { reference, token } = await storedCard('subscription');
    const charge = { type: 'direct', recurring_id: token, recurring_model: 'subscription', customer: { reference } };
    for (const gateway of ['VISA', undefined]) {
      const { text } = await api.order({ ...charge, gateway });
      expect(faultsOf(succeeding(ORDER_SCHEMA), text)).toEqual([]);
      expect(dataOf(text)).toMatchObject({ status: 'completed', payment_details: { type: 'VISA', last4: '1111' } });
    }
  });

  it('can be changed, and removed; then nothing knows it', async () => {
    const { reference, token } = await storedCard('cardOnFile');
    const place = `/recurring/${reference}`;
    const changed = await api.send('PATCH', `${place}/update/${token}`, { expiry_date: '3311' });
    expect(faultsOf(succeeding(UPDATED_SCHEMA), changed.text)).toEqual([]);
    expect(readStoredToken(dataOf((await api.send('GET', `${place}/token/${token}`)).text))).toMatchObject({
      expiry_date: '3311',
    });
    const removed = await api.send('DELETE', `${place}/remove/${token}`);
    expect(faultsOf(succeeding(REMOVED_SCHEMA), removed.text)).toEqual([]);
    expect(readRemoved(dataOf(removed.text))).toBe(true);
    for (const [method, path] of [
      ['GET', place],
      ['GET', `${place}/token/${token}`],
      ['PATCH', `${place}/update/${token}`],
      ['DELETE', `${place}/remove/${token}`],
      ['GET', '/recurring/nobody'],
    ] as const) {
      const body = method === 'PATCH' ? { expiry_date: '3311' } : undefined;
      expect(refusalFaults(await api.send(method, path, body), UNKNOWN)).toEqual([]);
    }
    const charge = await api.order({ type: 'direct', recurring_id: token, customer: { reference } });
    expect(JSON.parse(charge.text)).toMatchObject({ success: false });
  });

  it('is stored without a charge where the account may do so', async () => {
    const fields = { ...CARD, amount: 0, recurring_model: 'cardOnFile', customer: { reference: 'customer-0' } };
    expect(refusalFaults(await api.order(fields), { status: 404, code: 1001 })).toEqual([]);
    api.service.sandbox.adjust('web', { zeroAuthorisation: true });
    const { text } = await api.order(fields);
    expect(faultsOf(succeeding(ORDER_SCHEMA), text)).toEqual([]);
    expect(dataOf(text)).toMatchObject({ amount: 0, status: 'completed' });
    const { text: tokens } = await api.send('GET', '/recurring/customer-0');
    expect(faultsOf(succeeding(TOKENS_SCHEMA), tokens)).toEqual([]);
  });
});
