import { describe, expect, it } from '@jest/globals';
import { CONTROL_OUTCOMES, type ControlOutcome } from '../../src/sandbox/control/endpoints/order-outcomes.js';
import { verdict } from './support/api.js';
import { ID, useStage, WITHOUT_SITE } from './support/stage.js';
import { TILL_KEY, WEB_KEY } from './support/service.js';

const stage = useStage();

interface Reply {
  status: number;
  message?: string;
  data?: Record<string, unknown>;
}

async function control(path: string, body?: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await fetch(`${stage.service.url}/sandbox/orders/${path}`, init);
  return { status: response.status, ...((await response.json()) as Omit<Reply, 'status'>) };
}

async function order(fields: Record<string, unknown> = {}): Promise<void> {
  await stage.start(WITHOUT_SITE);
  expect(verdict(await stage.service.create({ ...stage.withUrl(), ...fields }))).toBe('ok');
  await stage.receiver.received(1);
}

interface Way {
  before: Record<string, unknown>[];
  body: Record<string, unknown>;
  shown: Record<string, unknown>;
}

const PAID = { outcome: 'paid', method: 'VISA' };
const WAYS: Record<ControlOutcome, Way> = {
  begun: {
    before: [],
    body: { method: 'PAYPAL' },
    shown: { status: 'initialized', tries: [expect.objectContaining({ method: 'PAYPAL' })] },
  },
  paid: { before: [], body: { method: 'VISA' }, shown: { status: 'completed', payment_url: null } },
  declined: { before: [], body: { method: 'VISA' }, shown: { status: 'declined' } },
  cancelled: { before: [], body: { method: 'IDEAL' }, shown: { status: 'void' } },
  unfinished: { before: [], body: {}, shown: { status: 'cancelled', transaction_id: null } },
  uncleared: { before: [], body: { method: 'VISA' }, shown: { status: 'uncleared' } },
  accepted: { before: [{ outcome: 'uncleared', method: 'VISA' }], body: {}, shown: { status: 'completed' } },
  rejected: { before: [{ outcome: 'uncleared', method: 'VISA' }], body: {}, shown: { status: 'declined' } },
  expired: { before: [], body: {}, shown: { status: 'expired' } },
  shipped: {
    before: [PAID],
    body: { carrier: 'Post', tracktrace_code: '3S1', tracktrace_url: 'https://post.example/3S1' },
    shown: { status: 'shipped' },
  },
  chargedback: { before: [PAID], body: {}, shown: { status: 'chargedback' } },
  reversed: { before: [PAID, { outcome: 'chargedback' }], body: {}, shown: { status: 'completed' } },
  refunded: {
    before: [PAID],
    body: { amount: 250, description: 'Broken' },
    shown: { amount_refunded: 250, refund: expect.objectContaining({ amount: 250, refund_id: expect.any(String) }) },
  },
};

describe('an order over HTTP', () => {
  it.each(CONTROL_OUTCOMES)('comes to the outcome "%s", and its shop was notified by then', async (outcome) => {
    const { before, body, shown } = WAYS[outcome];
    await order();
    for (const step of before) expect(await control(ID, step)).toMatchObject({ status: 200 });
    const notified = stage.receiver.requests.length;
    const done = await control(ID, { outcome, ...body });
    expect(done).toMatchObject({ status: 200, data: { order_id: ID, group: 'web', ...shown } });
    if (outcome !== 'begun') expect(stage.receiver.requests.length).toBe(notified + 1);
    expect(done.data).toMatchObject((await control(ID)).data ?? {});
  });

  it('is paid in parts, and with the try that is named', async () => {
    await order({ amount: 1_000 });
    const part = await control(ID, { outcome: 'paid', method: 'VVVGIFTCARD', amount: 400 });
    expect(part.data).toMatchObject({ status: 'initialized' });
    await control(ID, { outcome: 'begun', method: 'VISA' });
    const { data } = await control(ID, { outcome: 'begun', method: 'IDEAL' });
    const tries = data?.['tries'] as { transaction_id: string; method: string }[];
    const card = tries.find(({ method }) => method === 'VISA');
    const rest = await control(ID, { outcome: 'paid', transaction_id: card?.transaction_id });
    expect(rest.data).toMatchObject({ status: 'completed', transaction_id: card?.transaction_id });
  });

  it('is found by its group where two groups have one of its id, and by an id with other signs', async () => {
    await stage.start({ terminalGroups: [...WITHOUT_SITE.terminalGroups, { name: 'till', apiKey: TILL_KEY }] });
    const order_id = 'S/10.42/a';
    await stage.service.create({ order_id }, { api_key: WEB_KEY });
    await stage.service.create({ order_id }, { api_key: TILL_KEY });
    const path = encodeURIComponent(order_id);
    expect((await control(path, { outcome: 'paid' })).message).toContain('more than one order');
    expect(await control(path, { outcome: 'paid', group: 'till' })).toMatchObject({ data: { status: 'completed' } });
    expect(await control(`${path}?group=web`)).toMatchObject({ data: { status: 'initialized' } });
  });

  it.each<[string, unknown, number, string]>([
    ['an outcome that is none', { outcome: 'late' }, 400, 'begun, paid'],
    ['an outcome that only time brings', { outcome: 'lapsed' }, 400, 'begun, paid'],
    ['no outcome', {}, 400, 'begun, paid'],
    ['a misspelt amount', { outcome: 'paid', ammount: 5 }, 400, '"paid" does not take "ammount"'],
    ['an amount of text', { outcome: 'paid', amount: '5' }, 400, '"amount" must be a number'],
    ['an amount that a test has not set', { outcome: 'paid', amount: null }, 400, '"amount" must be a number'],
    ['an amount with a fraction', { outcome: 'paid', amount: 2.5 }, 400, '2.5 is no amount'],
    ['an amount of nothing', { outcome: 'paid', amount: 0 }, 400, '0 is no amount'],
    ['a method that is a number', { outcome: 'paid', method: 5 }, 400, '"method" must be a text'],
    ['a tip without a till', { outcome: 'paid', tip: 5 }, 400, 'not paid at a till'],
    ['an employee without a name', { outcome: 'paid', employee: 'Ann' }, 400, '"employee" must have'],
    ['an employee with half a name', { outcome: 'paid', employee: { id: '7' } }, 400, '"employee.name" must be a text'],
    ['a refund of what is not paid', { outcome: 'refunded' }, 400, 'cannot be refunded'],
    ['a shipment with an amount', { outcome: 'shipped', amount: 5 }, 400, '"shipped" does not take "amount"'],
    ['a field where there is none', { outcome: 'unfinished', method: 'VISA' }, 400, 'it takes no further field'],
    ['a list', [], 400, 'must be a JSON object'],
  ])('refuses %s, and stays as it is', async (_, body, status, reason) => {
    await order();
    const [before, notified] = [await control(ID), stage.receiver.requests.length];
    expect(await control(ID, body)).toMatchObject({ status, message: expect.stringContaining(reason) });
    expect(await control(ID)).toEqual(before);
    expect(stage.receiver.requests.length).toBe(notified);
  });

  it('that is not there is refused', async () => {
    await stage.start(WITHOUT_SITE);
    expect(await control('S0')).toMatchObject({ status: 404, message: expect.stringContaining('no order "S0"') });
    expect(await control('S0', { outcome: 'paid' })).toMatchObject({ status: 404 });
  });
});
