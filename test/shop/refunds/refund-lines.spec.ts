import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { failEachCommitOnce } from '../../support/failing-commits.js';
import { refusal } from '../../support/scripted-service.js';
import { RefundScript, SECOND } from './support/refund-script.js';
import { RefundStage } from './support/refund-stage.js';

const WAITING = 8;
const MOST_STEPS = 200;
const NOT_THERE = 'http://localhost:9';

describe('what the log says of refunds', () => {
  let script: RefundScript;
  let endFailures: () => void;
  beforeAll(async () => {
    script = await RefundScript.start();
    await script.forget();
    endFailures = failEachCommitOnce(script.shop.dataSource);
  });
  afterAll(async () => {
    endFailures();
    await script.close();
  });

  const lines = (text: string): number => script.shop.logs.matching(text).length;

  test('is once that one was refused, with its order and the code, and no word of the customer', async () => {
    await script.paid('B');
    await script.refund('R2', 'B', { amount: 500, description: 'for ann@example.org' });
    script.service.script(script.after(0, refusal(1024, 400)));
    await script.slots();
    const [line, ...others] = script.shop.logs.matching('was refused');
    expect(line).toContain('Refund R2 of order B of terminal group web was refused: SERVICE_1024.');
    expect([others, line?.includes('ann@')]).toEqual([[], false]);
    await script.forget();
  });

  test('is said once, though each transaction is run twice', async () => {
    await script.paid('A');
    script.clock.advance(SECOND);
    script.service.script(script.shown('A', [{ id: '901', amount: 1_000 }]));
    await script.shop.payments.orders.sync('A', { group: 'web', by: 'ann', why: 'someone was in the dashboard' });
    await script.refund('R1', 'A', { amount: 2_000 });
    script.service.script(script.after(0, refusal(1032, 401)));
    await script.slots();
    expect([
      lines('went back by other means'),
      lines('No refund of terminal group web is sent for '),
      lines('needs attention'),
    ]).toEqual([1, 1, 1]);
  });
});

describe('what the log says of the refunds of a shop whose service is away', () => {
  it('is that none is sent, now and then, and not for each try', async () => {
    const stage = await RefundStage.start('sqlite');
    try {
      for (let each = 0; each < WAITING; each += 1) {
        await stage.paid(`W-${each}`);
        await stage.refund(`W-${each}`);
      }
      let tries = 0;
      for (let step = 0; step < MOST_STEPS && tries < WAITING; step += 1) {
        const [slot] = await stage.lanes.rows.claim(1);
        if (slot) await stage.lanes.perform({ ...slot, group: { ...slot.group, baseUrl: NOT_THERE } });
        if (slot) tries += 1;
        stage.clock.advance(6 * SECOND);
      }
      expect(tries).toBe(WAITING);
      const lines = stage.shop.logs.matching('No refund of terminal group web is sent for ');
      expect(lines.length).toBeGreaterThan(0);
      // A busy machine may take so long that it is said again, with how often it was not.
      expect(lines.length).toBeLessThan(5);
    } finally {
      await stage.close();
    }
  });
});
