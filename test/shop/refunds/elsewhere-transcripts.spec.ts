import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Transcript } from '../../support/transcript.js';
import { MINUTE, RefundScript, SECOND, type ShownRefund } from './support/refund-script.js';

const ACTOR = { by: 'ann', why: 'someone was in the dashboard' };

describe('what a shop makes of money that went back by other means', () => {
  let script: RefundScript;
  beforeAll(async () => {
    script = await RefundScript.start();
  });
  beforeEach(() => script.forget());
  afterAll(() => script.close());

  /** A minute later the order is read. */
  const read = async (
    written: Transcript,
    title: string,
    refunds: readonly ShownRefund[],
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    script.clock.advance(MINUTE);
    script.service.script(script.shown('A', refunds, fields));
    await written.step(
      title,
      async () => void (await script.shop.payments.orders.sync('A', { ...ACTOR, group: 'web' })),
    );
  };

  test('refunds in the dashboard of the service: listed, paid out, called off', async () => {
    await script.paid('A');
    await script.paid('A', { group: 'kiosk' });
    const transcript = await script.written(async (written) => {
      await read(written, 'nothing yet', []);
      await read(written, 'two of them', [
        { id: '902', amount: 2_000, status: 'completed' },
        { id: '901', amount: 1_000, currency: null },
      ]);
      await read(written, 'one is paid out, the other one as before', [
        { id: '902', amount: 2_000, status: 'completed' },
        { id: '901', amount: 1_000, status: 'completed' },
        { id: '903', amount: 500 },
        { id: null, amount: 50, type: null },
        { id: '904', amount: 0 },
        { id: '905', amount: 100, status: 'declined' },
      ]);
      await read(written, 'the last one was called off', [
        { id: '902', amount: 2_000, status: 'completed' },
        { id: '901', amount: 1_000, status: 'completed' },
        { id: '903', amount: 500, status: 'void' },
      ]);
      await written.step('what is left', () => script.refunds.remaining('A', { group: 'web' }));
      await written.rows('refund');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a sum that no transaction tells of: it grows, gets names, and shrinks', async () => {
    await script.paid('A');
    await script.unknown('R1', 'A', { amount: 700, nextReadAt: script.clock.now() + 100 * MINUTE });
    const transcript = await script.written(async (written) => {
      await read(written, 'a sum', [], { amount_refunded: 1_700 });
      await read(written, 'it grows', [], { amount_refunded: 2_700 });
      await read(written, 'an old answer', [], { amount_refunded: 300, modified: '2026-01-15T11:00:00' });
      await read(written, 'some of it has a name', [{ id: '901', amount: 1_200 }], { amount_refunded: 2_700 });
      await read(written, 'it shrinks', [{ id: '901', amount: 1_200 }], { amount_refunded: 2_600 });
      await read(written, 'nothing is left of it', [{ id: '901', amount: 1_200, status: 'void' }], {
        amount_refunded: 0,
      });
      await written.rows('refund');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('chargebacks: taken, given back, and taken again', async () => {
    await script.paid('A');
    const taken = (id: string, amount: number, currency: string | null = 'EUR'): ShownRefund => ({
      id,
      amount,
      currency,
      type: 'chargeback',
      status: 'completed',
    });
    const back = (amount: number, id = '990'): ShownRefund => ({ ...taken(id, amount), type: 'reverse-chargeback' });
    const transcript = await script.written(async (written) => {
      await read(written, 'the bank takes some', [taken('901', 3_000, null), taken('902', 500)]);
      await read(written, 'it gives one back', [taken('901', 3_000), taken('902', 500), back(500)]);
      await read(written, 'and some of the other', [
        taken('901', 3_000),
        taken('902', 500),
        back(500),
        back(1_000, '991'),
      ]);
      await read(written, 'an old answer', [taken('901', 3_000), taken('902', 500)], {
        modified: '2026-01-15T11:00:00',
      });
      await read(written, 'it takes it again', [taken('901', 3_000), taken('902', 500)]);
      await written.step('what is left', () => script.refunds.remaining('A'));
      await written.rows('refund');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('refunds that wait while their money leaves', async () => {
    await script.paid('A', {}, 5_000);
    await script.refund('R2', 'A', { amount: 2_000 });
    await script.refund('R1', 'A', { amount: 2_500 });
    await script.refund('R3', 'A', { amount: 400, attempts: 1, lastSentAt: script.clock.now() - SECOND });
    const transcript = await script.written(async (written) => {
      await read(written, 'there is enough for all', [{ id: '901', amount: 100, status: 'completed' }], {
        amount: 5_000,
      });
      const more = [
        { id: '901', amount: 100, status: 'completed' },
        { id: '902', amount: 2_000 },
      ];
      await read(written, 'an old answer', more, { amount: 5_000, modified: '2026-01-15T11:00:00' });
      await read(written, 'for one of them there is nothing left', more, { amount: 5_000 });
      await read(written, 'the bank has taken all', more, {
        amount: 5_000,
        status: 'chargedback',
        financial_status: 'chargedback',
      });
      await written.rows('refund', 'refund_watch');
    });
    expect(transcript).toMatchSnapshot();
  });
});
