import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { TranscriptShop } from './support/transcript-shop.js';

const MINUTE = 60_000;

describe('what a shop does with what it sees of its orders', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const add = (orderId: string, group?: string) => stage.shop.addOrder(orderId, 1_250, group, stage.clock.now());
  const read = { source: 'poll' } as const;

  test('several orders together, one of them twice', async () => {
    for (const orderId of ['B', 'A', 'C', 'D']) await add(orderId);
    await add('A', 'till');
    await stage.query(`UPDATE tillbridge_order SET mode = 'live' WHERE order_id = 'C'`);
    await stage.query(`UPDATE tillbridge_order SET reference = 'PO-1' WHERE order_id = 'B'`);
    const transcript = await stage.transcript(async (written) => {
      stage.clock.advance(1_000);
      const seen = [
        { orderId: 'B', status: 'initialized' },
        { orderId: 'A', group: 'till' },
        { orderId: 'A', status: 'declined' },
        { orderId: 'B', transactionId: '701' },
        { orderId: 'B', transactionId: '701' },
        { orderId: 'C' },
        { orderId: 'D', status: 'quantum' },
        { orderId: 'E' },
      ];
      await written.step('two groups, another mode, a word that no one knows, and no order', () =>
        stage.observe(seen, {
          inTransaction: async (_tx, outcomes) => void stage.shop.logs.lines.push(`settled ${outcomes.length}`),
          onHandled: () => void stage.shop.logs.lines.push('handlers are through'),
        }),
      );
      await written.step('without telling any handler', () =>
        stage.observe([{ orderId: 'D', status: 'completed' }], { silent: true }),
      );
      await written.step('whoever settles it fails', () =>
        stage.observe([{ orderId: 'A', status: 'initialized', transactionId: '702' }], {
          inTransaction: () => Promise.reject(new Error('the lease is lost')),
        }),
      );
      await written.rows('order', 'observation');
    });
    expect(transcript).toMatchSnapshot();
  });

  const letGo = async (orderId: string): Promise<[]> => {
    await stage.query(`UPDATE tillbridge_attempt SET let_go_at = 1 WHERE order_id = '${orderId}'`);
    return [];
  };

  test('what a person has to see to', async () => {
    for (const orderId of ['A', 'B', 'C', 'D', 'E']) await add(orderId);
    const transcript = await stage.transcript(async (written) => {
      await written.step('another amount', () => stage.observe([{ orderId: 'A', amount: 1_251 }]));
      await written.step('the same again, a minute later', () =>
        stage.observe([{ orderId: 'A', amount: 1_251, at: stage.clock.now() + MINUTE }]),
      );
      await written.step('paid after it has run out', async () => [
        ...(await stage.observe([{ orderId: 'B', status: 'expired' }])),
        ...(await stage.observe([{ orderId: 'B', ...read, at: stage.clock.now() + MINUTE }])),
      ]);
      await written.step('paid two times more, by two transactions that are seen together', async () => [
        ...(await stage.observe([{ orderId: 'C', transactionId: '1' }])),
        ...(await stage.observe([
          { orderId: 'C', transactionId: '3' },
          { orderId: 'C', transactionId: '2' },
        ])),
      ]);
      await written.step('void without the shop having asked for it, as a read tells', async () => [
        ...(await stage.observe([{ orderId: 'D' }])),
        ...(await stage.observe([{ orderId: 'D', status: 'void', source: 'return', at: stage.clock.now() + MINUTE }])),
      ]);
      await written.step('void as the shop has asked for it', async () => [
        ...(await stage.observe([{ orderId: 'E' }])),
        ...(await letGo('E')),
        ...(await stage.observe([{ orderId: 'E', status: 'void', ...read, at: stage.clock.now() + MINUTE }])),
      ]);
      await written.rows('order', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a payment that is believed when a read tells of another transaction', async () => {
    await add('A');
    const now = stage.clock.now();
    await stage.observe([{ orderId: 'A', status: 'declined', at: now }]);
    await stage.observe([{ orderId: 'A', at: now - MINUTE, fields: { payment_details: { type: 'IDEAL' } } }]);
    const other = {
      orderId: 'A',
      status: 'declined',
      transactionId: '701',
      fields: { payment_details: { type: 'VISA' } },
    };
    const transcript = await stage.transcript((written) =>
      written.step('the other one is declined', () => stage.observe([{ ...other, ...read, readAt: now + MINUTE }])),
    );
    expect(transcript).toMatchSnapshot();
  });

  test('an order with several attempts', async () => {
    await add('A');
    await stage.addAttempt('A', 2);
    await stage.addAttempt('A', 3, { create_state: 'failed' });
    await stage.addAttempt('A', 4, { create_state: 'failed' });
    const transcript = await stage.transcript(async (written) => {
      await written.step('the second runs out; the service has refused the newer ones', () =>
        stage.observe([{ orderId: 'A-2', status: 'expired', transactionId: null }]),
      );
      await written.step('the first is declined', () => stage.observe([{ orderId: 'A', status: 'declined' }]));
      await written.step('the first is paid', () =>
        stage.observe([{ orderId: 'A', ...read, at: stage.clock.now() + MINUTE }]),
      );
      await written.step('the second is paid, too', () =>
        stage.observe([{ orderId: 'A-2', transactionId: '701', ...read, at: stage.clock.now() + MINUTE }]),
      );
      await written.step('what is given back of both', () =>
        stage.observe([
          { orderId: 'A-2', transactionId: '701', amountRefunded: 100, ...read, at: stage.clock.now() + 2 * MINUTE },
          { orderId: 'A', amountRefunded: 1_250, status: 'refunded', ...read, at: stage.clock.now() + 2 * MINUTE },
        ]),
      );
      await written.rows('order', 'refund');
    });
    expect(transcript).toMatchSnapshot();
    for (const table of ['refund_evidence', 'refund_watch', 'refund'])
      await stage.query(`DELETE FROM tillbridge_${table}`);
  });

  test('what can only be settled by another read', async () => {
    for (const orderId of ['A', 'B', 'C']) await add(orderId);
    const transcript = await stage.transcript(async (written) => {
      await written.step('paid', () => stage.observe([{ orderId: 'B' }, { orderId: 'A' }, { orderId: 'C' }]));
      const gone = { status: 'cancelled', readAt: stage.clock.now() + 1 } as const;
      await written.step('a poll reads too soon that it is not', () =>
        stage.observe([{ orderId: 'A', ...read, ...gone }]),
      );
      await written.step('the page of the shopper does', () =>
        stage.observe([{ orderId: 'B', source: 'return', ...gone }]),
      );
      await written.step('a message says so', () => stage.observe([{ orderId: 'C', status: 'cancelled' }]));
      stage.clock.advance(2 * MINUTE);
      const later = { ...gone, readAt: stage.clock.now(), at: stage.clock.now() };
      await written.step('later reads say so', () =>
        stage.observe([
          { orderId: 'A', source: 'sync', ...later },
          { orderId: 'B', ...read, ...later },
        ]),
      );
      await written.step('of another one a poll is being carried out', async () => {
        await stage.query(`UPDATE tillbridge_poll SET lease_token = 'other' WHERE service_order_id = 'A'`);
        return stage.observe([
          { orderId: 'A', source: 'sync', ...later, transactionId: '701' },
          { orderId: 'C', source: 'sync', ...later },
        ]);
      });
      await written.rows('order', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a reservation that is captured in parts, and orders of release 0.1', async () => {
    await add('A');
    await add('B');
    await stage.query(`UPDATE tillbridge_attempt SET capture = 'manual' WHERE order_id = 'A'`);
    const old = {
      status: 'authorised',
      financialStatus: 'initialized',
      amountRefunded: 0,
      modifiedAt: stage.clock.now(),
    };
    const known = [{ attempt: 1, id: '700', facts: { ...old, fingerprint: '' }, paid: false, held: null }];
    await stage.query(
      `UPDATE tillbridge_order SET status = 'authorised', transactions = '${JSON.stringify(known)}' WHERE order_id = 'B'`,
    );
    const card = { payment_details: { type: 'VISA' } };
    const part = (orderId: string, amount: number) => ({
      type: 'capture',
      order_id: orderId,
      amount,
      status: 'completed',
    });
    const transcript = await stage.transcript(async (written) => {
      await written.step('reserved', () =>
        stage.observe([{ orderId: 'A', financialStatus: 'initialized', fields: card }]),
      );
      stage.clock.advance(MINUTE);
      const fields = { ...card, related_transactions: [part('A_1', 500), part('A_2', 300)] };
      await written.step('two parts are captured, and the rest is let go of', () =>
        stage.observe([{ orderId: 'A', status: 'void', ...read, fields }]),
      );
      const ofPart = { amount: 500, transactionId: '800', fields: { auth_order_id: 'A' } };
      await written.step('a part is seen by itself', () => stage.observe([{ orderId: 'A_1', ...ofPart }]));
      await written.step('some of it is given back', () =>
        stage.observe([{ orderId: 'A_1', ...ofPart, amountRefunded: 200, at: stage.clock.now() + MINUTE }]),
      );
      const seen = { orderId: 'B', financialStatus: 'initialized', fields: { payment_details: { type: 'IDEAL' } } };
      await written.step('a poll would correct an authorisation of release 0.1', () =>
        stage.observe([{ ...seen, ...read }]),
      );
      await written.step('a person lets it', () => stage.observe([{ ...seen, source: 'sync' }]));
      await written.rows('order', 'observation', 'refund');
    });
    expect(transcript).toMatchSnapshot();
    for (const table of ['refund_evidence', 'refund_watch', 'refund'])
      await stage.query(`DELETE FROM tillbridge_${table}`);
  });
});
