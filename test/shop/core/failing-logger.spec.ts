import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MINUTE, RefundStage } from '../refunds/support/refund-stage.js';

const fail = (): never => {
  throw new Error('the worker has exited');
};

/** As that of a host whose log transport has died: each line throws. */
const FAILING = { log: fail, error: fail, warn: fail, debug: fail, verbose: fail, fatal: fail };

describe('a host whose logger throws for an hour', () => {
  let stage: RefundStage;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): number => unhandled.push(reason);

  beforeAll(async () => {
    stage = await RefundStage.start('sqlite');
    process.on('unhandledRejection', note);
    Logger.overrideLogger(FAILING);
  });
  afterAll(async () => {
    process.off('unhandledRejection', note);
    await stage.close();
  });

  it('loses nothing', async () => {
    const { url, path } = stage.shop;
    const forged = await fetch(`${url}${path}/web?transactionid=A`, { method: 'POST', body: '{}' });
    expect(forged.ok).toBe(false);
    await expect(stage.paid('A')).rejects.toThrow('the worker has exited');
    const refund = await stage.unknown('A');
    await stage.book(refund);
    stage.reported.isBroken = true;
    for (let minutes = 0; minutes < 60; minutes += 5) await stage.pass(5 * MINUTE);
    Logger.overrideLogger(false);
    stage.reported.isBroken = false;
    for (let minutes = 0; minutes < 60; minutes += 5) await stage.pass(5 * MINUTE);
    expect(await stage.now(refund)).toMatchObject({ state: 'accepted', attempts: 1 });
    expect(stage.reportedFor('A')).toEqual({ inside: ['accepted 1000'], after: ['accepted 1000'] });
    expect((await stage.shop.payments.orders.find('A'))?.status).toBe('partial_refunded');
    expect(unhandled).toEqual([]);
  });
});
