import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MINUTE, RefundStage } from './support/refund-stage.js';

describe('a refund without an answer, at a service that lists no refunds', () => {
  let stage: RefundStage;
  beforeAll(async () => {
    stage = await RefundStage.start('sqlite', { listedRefunds: 'none' });
  });
  afterAll(() => stage.close());

  it('leaves once', async () => {
    await stage.paid('A', 10_000, 'lost');
    await stage.pass(MINUTE);
    const refund = await stage.unknown('A');
    await stage.book(refund);
    for (let minutes = 0; minutes < 60; minutes += 5) await stage.pass(5 * MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'unknown', attempts: 1 });
    expect((await stage.service.sandbox.order('A')).amountRefunded).toBe(1_000);
  });
});
