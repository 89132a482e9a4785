import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Money, PaymentsClient } from 'tillbridge';
import { HOUR, MINUTE, RefundStage, type StageInput } from './support/refund-stage.js';

/** A refund without an answer, which the service has carried out. */
async function booked(stage: RefundStage, orderId: string) {
  await stage.paid(orderId, 10_000, 'lost');
  await stage.pass(MINUTE);
  const refund = await stage.unknown(orderId);
  return { ...refund, serviceRefundId: await stage.book(refund) };
}

async function anHourLater(stage: RefundStage): Promise<void> {
  for (let minutes = 0; minutes < 60; minutes += 5) await stage.pass(5 * MINUTE);
}

describe.each<[string, StageInput]>([
  ['lists no refunds', {}],
  ['says of an order only that a part was refunded', { service: { amountRefundedAs: 'absent' } }],
])('a refund without an answer, at a service that %s', (_title, input) => {
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start('sqlite', { listedRefunds: 'none' }, input);
  });
  afterAll(() => stage.close());

  it('leaves once', async () => {
    const refund = await booked(stage, 'A');
    await anHourLater(stage);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect((await stage.service.sandbox.order('A')).amountRefunded).toBe(1_000);
  });
});

describe('a refund without an answer, at a service that shows refunds only once they are paid out', () => {
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start('sqlite', { listedRefunds: 'none', amountRefundedAt: 'completion' });
  });
  afterAll(() => stage.close());

  it('is found under its own id before it is sent again', async () => {
    const { serviceRefundId, ...refund } = await booked(stage, 'A');
    await anHourLater(stage);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1, serviceRefundId });
    await stage.pass(24 * HOUR);
    expect((await stage.service.sandbox.order('A')).amountRefunded).toBe(1_000);
  });

  it('is for a person to decide where another amount is found under it', async () => {
    await stage.paid('B', 10_000, 'lost');
    await stage.pass(MINUTE);
    const refund = await stage.unknown('B');
    await stage.book({ ...refund, amount: 700 });
    await anHourLater(stage);
    expect(await stage.now(refund)).toMatchObject({ state: 'manual', attempts: 1 });
  });

  it('is sent again where none is found under it', async () => {
    await stage.paid('C', 10_000, 'lost');
    await stage.pass(MINUTE);
    const refund = await stage.unknown('C');
    await anHourLater(stage);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 2 });
  });
});

/** How many refunds an order at the service shows among its costs. */
async function refundsAtService({ shop, group }: RefundStage, orderId: string): Promise<number> {
  const { costs } = await shop.app.get(PaymentsClient).getOrder(group, orderId);
  return costs.filter(({ type }) => type === 'withdraw').length;
}

describe('a refund without an answer, at a service that shows refunds among the costs of an order only', () => {
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start('sqlite', { listedRefunds: 'costs' });
  });
  afterAll(() => stage.close());

  it('leaves once, and is for a person to decide', async () => {
    const refund = await booked(stage, 'A');
    await anHourLater(stage);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', attempts: 1 });
    for (let hours = 0; hours < 24; hours += 1) await stage.pass(HOUR);
    expect(await stage.now(refund)).toMatchObject({ state: 'manual', reason: 'unresolved', attempts: 1 });
    expect(await refundsAtService(stage, 'A')).toBe(1);
  });

  it('is sent again where the only one among them is another that is known', async () => {
    await stage.paid('B', 10_000, 'lost');
    await stage.pass(MINUTE);
    const booked = { orderId: 'B', amount: 300, tag: 'r-B' };
    const serviceRefundId = await stage.book(booked);
    await stage.refund('B', { ...booked, state: 'accepted', attempts: 1, serviceRefundId, nextReadAt: null });
    const lost = await stage.unknown('B');
    await anHourLater(stage);
    expect(await stage.now(lost)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(await refundsAtService(stage, 'B')).toBe(2);
  });

  it('is settled once that row says so, if it was accepted under its id', async () => {
    await stage.paid('C', 10_000, 'lost');
    const input = { orderId: 'C', amount: Money.of('10.00', 'EUR'), reason: 'broken', key: 'c' };
    const { id } = await stage.shop.payments.refunds.request(input);
    await stage.pass(MINUTE);
    expect(await stage.now({ id })).toMatchObject({ state: 'accepted', attempts: 1 });
    for (let days = 0; days < 2; days += 1) await stage.pass(24 * HOUR);
    expect(await stage.now({ id })).toMatchObject({ state: 'settled', attempts: 1 });
    expect(stage.reportedFor('C').inside).toEqual(['accepted 1000', 'settled 1000']);
  });
});
