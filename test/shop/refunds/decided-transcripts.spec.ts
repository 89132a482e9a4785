import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { PaymentsClient } from 'tillbridge';
import { DAY, MINUTE, RefundScript } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'the customer called' };

describe('what people do with refunds', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  test('people call them off: here while they wait, at the service later', async () => {
    const now = script.clock.now();
    await script.paid('A');
    const accepted = {
      state: 'accepted',
      attempts: 1,
      lastSentAt: now,
      arrivedBy: now,
      nextReadAt: now + DAY,
    } as const;
    await script.refund('R1', 'A');
    for (const state of ['sending', 'unknown', 'manual', 'rejected', 'settled'] as const)
      await script.refund(`R-${state}`, 'A', { state, attempts: 1, amount: 10 });
    await script.refund('R2', 'A', { ...accepted, amount: 20 });
    await script.refund('R3', 'A', { ...accepted, amount: 30, serviceRefundId: '903' });
    await script.refund('R4', 'A', { ...accepted, amount: 40, serviceRefundId: '904' });
    await script.spoil(`UPDATE tillbridge_lane SET tags_echoed = 0 WHERE id = 'web'`);
    const cancel = (id: string) => script.refunds.cancel(id, ACTOR);
    const of = (id: string, amount: number, status: string) => script.shown('A', [{ id, amount, status }]);
    const done = script.after(0, (response) => response.end('{"success":true,"data":{}}'));
    const refused = (code: number) =>
      script.after(0, (response) => response.writeHead(400).end(`{"success":false,"error_code":${code}}`));
    const transcript = await script.written(async (written) => {
      await written.step('one that waits', () => cancel('R1'));
      await written.step('once more', () => cancel('R1'));
      for (const state of ['sending', 'unknown', 'manual', 'rejected', 'settled'])
        await written.step(`one that is ${state}`, () => cancel(`R-${state}`));
      await written.step('one of which the identifier is not known', () => cancel('R2'));
      await written.step('one that there is not', () => cancel('R9'));
      script.clock.advance(MINUTE);
      script.service.script(done, of('903', 30, 'void'));
      await written.step('one that the service has', () => cancel('R3'));
      script.clock.advance(MINUTE);
      script.service.script(refused(1034), of('904', 40, 'reserved'));
      await written.step('one that is being paid out', () => cancel('R4'));
      script.clock.advance(MINUTE);
      script.service.script(refused(1024), of('904', 40, 'reserved'));
      await written.step('one that the service keeps', () => cancel('R4'));
      script.clock.advance(MINUTE);
      script.service.script(done, refused(1006));
      await written.step('one of which it is not known', () => cancel('R4'));
      script.clock.advance(MINUTE);
      script.service.script(done, of('904', 40, 'reserved'));
      await written.step('one that the service says to have called off, and shows', () => cancel('R4'));
      script.clock.advance(MINUTE);
      script.service.script(done, of('904', 40, 'completed'));
      await written.step('one that was paid out meanwhile', () => cancel('R4'));
      await script.refund('R5', 'A', { ...accepted, amount: 50, serviceRefundId: '905' });
      const broken = () => Promise.reject(new Error('broken in the shop'));
      jest.spyOn(script.shop.app.get(PaymentsClient), 'cancelRefund').mockImplementationOnce(broken);
      await written.step('the call is broken in the shop itself', () => cancel('R5'));
      script.service.script(done);
      jest.spyOn(script.shop.app.get(PaymentsClient), 'getOrder').mockImplementationOnce(broken);
      await written.step('the read is', () => cancel('R5'));
      await script.refund('R6', 'A', { amount: 60 });
      await script.spoil('CREATE TRIGGER overtaken BEFORE UPDATE ON tillbridge_refund BEGIN SELECT RAISE(IGNORE); END');
      await written.step('someone else has changed it', () => cancel('R6'));
      await script.spoil('DROP TRIGGER overtaken');
      await written.step('what was decided', () => script.refunds.decisions('R4'));
      await written.rows('refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('people say what became of them', async () => {
    const now = script.clock.now();
    await script.paid('A');
    await script.paid('D', { group: 'kiosk' });
    const manual = { state: 'manual', attempts: 1, lastSentAt: now - MINUTE, reason: 'unresolved' } as const;
    await script.refund('R1', 'A', manual);
    await script.refund('R2', 'A', { ...manual, amount: 20 });
    await script.refund('R3', 'A', { ...manual, amount: 30, lastSentAt: null, attempts: 0 });
    await script.refund('D1', 'D', { ...manual, group: 'kiosk' });
    const decide = (id: string, verdict: 'paid' | 'not-paid', serviceRefundId?: string) =>
      script.refunds.decide(id, { ...ACTOR, verdict, ...(serviceRefundId && { serviceRefundId }) });
    const transcript = await script.written(async (written) => {
      await written.step('the customer has the money', () => decide('R1', 'paid', ` ${'9'.repeat(65)} `));
      await written.step('that is known', () => decide('R1', 'paid'));
      await written.step('the customer has not got it', () => decide('R2', 'not-paid'));
      await written.step('nothing was ever sent', () => decide('R3', 'not-paid'));
      await written.step('it is not of that group', () =>
        script.refunds.decide('D1', { ...ACTOR, verdict: 'paid', group: 'web' }),
      );
      await written.step('what is known of the first', () => script.refunds.evidence('R1'));
      await written.step('what was decided of it', () => script.refunds.decisions('R1'));
      await written.step('nothing is known of one that there is not', () => script.refunds.evidence('R9'));
      await written.rows('refund', 'refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });
});
