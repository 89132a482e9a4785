import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { json, refusal, type Reply } from '../../support/scripted-service.js';
import { done, PAYMENT_URL, TranscriptShop } from './support/transcript-shop.js';

const MINUTE = 60_000;

describe('what a shop does with one order', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const add = (orderId: string, group?: string) => stage.shop.addOrder(orderId, 1_250, group, stage.clock.now());
  const orders = () => stage.shop.payments.orders;
  const standing: TranscriptShop['standing'] = (...given) => stage.standing(...given);
  const by = { by: 'ann', why: 'the customer asks' };

  test('it is looked for by its ids and by its reference', async () => {
    await add('A');
    await add('A', 'till');
    for (const orderId of ['C', 'B', 'C-2']) await add(orderId);
    await stage.addAttempt('B', 3);
    await stage.addAttempt('B', 2);
    await stage.query(`UPDATE tillbridge_attempt SET service_order_id = 'C-2-2' WHERE order_id = 'C-2'`);
    await stage.addAttempt('C', 2);
    await stage.query(`UPDATE tillbridge_order SET reference = 'PO-1' WHERE order_id <> 'C-2'`);
    await stage.query(`UPDATE tillbridge_order SET attempt = 3, created_at = created_at + 1 WHERE order_id = 'B'`);
    const transcript = await stage.transcript(async (written) => {
      const ids = async (found: Promise<readonly { group: string; orderId: string; serviceOrderId?: string }[]>) =>
        (await found).map((each) => [each.group, each.orderId, each.serviceOrderId].filter(Boolean).join(' '));
      await written.step('in two groups', () => orders().find('A'));
      await written.step('in one of them', () => orders().find('A', { group: 'till' }));
      await written.step('by the id of an attempt', () =>
        ids(
          orders()
            .find('B-2')
            .then((found) => [found!]),
        ),
      );
      await written.step('an order that is called like the attempt of another', async () => [
        (await orders().find('C-2'))!.orderId,
        (await stage.repository.findByServiceId('C-2'))!.order.orderId,
      ]);
      await written.step('one that there is not', async () => [
        await orders().find('X'),
        await orders().find('B', { group: 'till' }),
      ]);
      await written.step('one that there must be', () => stage.repository.get('B', 'till'));
      await written.step('by reference, in all groups', () => ids(orders().findByReference('PO-1')));
      await written.step('by reference, in one', () => ids(orders().findByReference('PO-1', { group: 'till' })));
      await written.step('by what cannot be one', () => orders().findByReference(' PO-1'));
      await written.step('attempts of an order', async () =>
        ids(stage.repository.attemptsOf((await stage.repository.get('B')).order)),
      );
      await written.step('which ids of attempts there are', async () => [
        ...(await stage.repository.knownAmong('web', ['B-3', 'A', 'B-9'])),
        ...(await stage.repository.knownAmong('till', ['B-3', 'A'])),
      ]);
      await written.step('where it is found at the service', async () => [
        await orders().serviceOrderId('B', { group: 'web' }),
        await orders().serviceOrderId('B', { group: 'till' }),
      ]);
      await stage.observe([{ orderId: 'B' }]);
      await written.step('and once its first attempt is paid', () => orders().serviceOrderId('B', { group: 'web' }));
      stage.service.script(standing('B-2'), refusal(1006));
      await written.step('as the service has it', async () => (await orders().fetch('B-2', { group: 'web' })).status);
      await written.step('which the service does not have', () => orders().fetch('B-2', { group: 'web' }));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a hundred orders of one reference, and one more', async () => {
    const values = Array.from(
      { length: 101 },
      (_, index) => `('web', 'N-${index}', 1250, 'EUR', 'PO-9', ${index}, ${index})`,
    );
    const columns = 'group_name, order_id, amount, currency, reference, created_at, updated_at';
    await stage.query(
      `INSERT INTO tillbridge_order (${columns}, mode, description) SELECT *, 'sandbox', '' FROM (VALUES ${values.join()})`,
    );
    const rows = `SELECT group_name, 'S' || order_id, order_id, 1, amount, currency, 'created', '', 0, 0 FROM tillbridge_order`;
    const attempt =
      'group_name, service_order_id, order_id, number, amount, currency, create_state, request_fingerprint';
    await stage.query(`INSERT INTO tillbridge_attempt (${attempt}, created_at, updated_at) ${rows}`);
    const found = await orders().findByReference('PO-9');
    expect(found.map(({ orderId }) => orderId)).toEqual(Array.from({ length: 100 }, (_, index) => `N-${100 - index}`));
  });

  test('its shopper is back', async () => {
    // Of no other test: when an attempt was read last is remembered.
    await add('R');
    const transcript = await stage.transcript(async (written) => {
      const settle = (orderId: string, replies: Parameters<typeof stage.service.script>, options = {}) => {
        stage.service.script(...replies);
        return written.step(`${orderId} after ${stage.clock.now() % MINUTE} milliseconds`, async () => {
          const { status, paid, serviceOrderId } = await orders().settle(orderId, options);
          return [serviceOrderId, status, paid];
        });
      };
      const gap = { leastGapMs: 2_000 };
      await settle('R', [standing('R')], gap);
      stage.clock.advance(1_999);
      await settle('R', [], gap);
      stage.clock.advance(1);
      await settle('R', [standing('R')], gap);
      stage.clock.advance(-2_000);
      await settle('R', [standing('R')], gap);
      await settle('R', [json(503, '')]);
      await settle('R', [standing('S')]);
      await settle('R', [standing('R', { status: 'completed', transaction_id: '7' })]);
      await settle('R', []);
      await settle('X', []);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('its shopper is back from one of several attempts: that one is read, and the newest', async () => {
    await add('B');
    await stage.addAttempt('B', 2);
    await stage.addAttempt('B', 3);
    const whatever: Reply = (response, call) => standing(call.url.split('/').at(-1)!)(response, call);
    const read = async (orderId: string, options = {}) => {
      stage.service.script(whatever, whatever, whatever);
      await orders().settle(orderId, options);
      return stage.service.log.map((line) => line.split('/').at(-1)).sort();
    };
    expect(await read('B')).toEqual(['B', 'B-3']);
    expect(await read('B-2', { byServiceId: true, group: 'web' })).toEqual(['B-2', 'B-3']);
    expect(await read('B-3')).toEqual(['B-3']);
    expect(stage.shop.logs.lines.filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  test('the sender of an attempt has died', async () => {
    const creating = async (orderId: string) => {
      await add(orderId);
      await stage.query(`UPDATE tillbridge_attempt SET create_state = 'creating' WHERE order_id = '${orderId}'`);
    };
    const transcript = await stage.transcript(async (written) => {
      for (const [orderId, fields] of Object.entries({
        A: { payment_url: PAYMENT_URL, session_id: 's1' },
        B: { transaction_id: '7' },
      })) {
        await creating(orderId);
        stage.service.script(standing(orderId, fields));
        await written.step(`${orderId} is read`, async () => (await orders().settle(orderId)).createState);
      }
      await written.rows('attempt');
    });
    expect(transcript).toMatchSnapshot();
    const others = {
      C: {},
      D: { payment_url: PAYMENT_URL, amount: 1_251 },
      E: { transaction_id: '7', currency: 'USD' },
    };
    for (const [orderId, fields] of Object.entries(others)) {
      await creating(orderId);
      stage.service.script(standing(orderId, fields));
      expect(await orders().settle(orderId)).toMatchObject({ status: 'initialized', createState: 'creating' });
    }
  });

  test('by when its payment is known', async () => {
    await stage.create('A', [
      (response, call) =>
        json(200, { success: true, data: { ...JSON.parse(call.body), payment_url: PAYMENT_URL } })(response, call),
    ]);
    await stage.addAttempt('A', 2);
    const dueAt = stage.clock.now() + 5 * MINUTE;
    const transcript = await stage.transcript(async (written) => {
      await written.step('by its only poll', () => orders().settlesWithin('A'));
      await stage.query(
        `INSERT INTO tillbridge_poll (id, group_name, service_order_id, state, attempts, due_at, opened_at, polled_at, asked_at) SELECT 'later', group_name, 'A-2', state, attempts, ${dueAt}, opened_at, 0, 0 FROM tillbridge_poll`,
      );
      await written.step('by the later one of two', () => orders().settlesWithin('A'));
      await stage.query(`UPDATE tillbridge_poll SET state = 'done' WHERE id = 'later'`);
      stage.clock.advance(10 * MINUTE);
      await written.step('one is over, the other is due', () => orders().settlesWithin('A'));
      await stage.query(`UPDATE tillbridge_poll SET state = 'done'`);
      await written.step('none is polled', () => orders().settlesWithin('A', { group: 'web' }));
      await stage.observe([{ orderId: 'A' }]);
      await written.step('paid', () => orders().settlesWithin('A'));
      await written.step('no such order', () => orders().settlesWithin('A', { group: 'till' }));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is given up, read and acknowledged by hand, and erased', async () => {
    for (const orderId of ['A', 'B']) await add(orderId);
    await stage.addAttempt('A', 2, { amount: 900 });
    const web = stage.shop.payments.group('web').orders;
    const transcript = await stage.transcript(async (written) => {
      const away = "CREATE TRIGGER away BEFORE UPDATE ON tillbridge_attempt BEGIN SELECT RAISE(ABORT, 'no'); END";
      await stage.query(away);
      await written.step('it cannot be noted, and the service is not asked', () => web.cancel('A'));
      await stage.query('DROP TRIGGER away');
      stage.service.script(done);
      await written.step('cancelled', () => web.cancel('A'));
      stage.clock.advance(MINUTE);
      await written.step('a notification with another amount', () => stage.observe([{ orderId: 'A', amount: 1_251 }]));
      stage.service.script(standing('A'), refusal(1006));
      await written.step('read', async () => (await web.sync('A', by)).status);
      stage.clock.advance(MINUTE);
      await written.step('acknowledged', async () => (await web.acknowledge('A', by)).attention);
      await written.step('once more', async () => (await web.acknowledge('A', by)).attention);
      await written.step('erased', () => web.erase('A', by));
      await written.step('its timeline', () => web.timeline('A'));
      await written.step('that of no order', () => web.timeline('X'));
      await written.step('the page of none', () => stage.details('A', 'till'));
    });
    expect(transcript).toMatchSnapshot();
    await stage.query('DELETE FROM tillbridge_decision');
  });

  test('what waits for it, and what has failed', async () => {
    for (const orderId of ['A', 'B']) await add(orderId);
    const notified = (orderId: string, state: string, id: string) =>
      stage.query(
        `INSERT INTO tillbridge_notification (id, delivery_key, group_name, order_id, signed_at, key_id, body, received_at, state, attempts, due_at, parts) VALUES ('${id}', '${id}', 'web', '${orderId}', 0, 'k', '', ${stage.clock.now()}, '${state}', 2, 0, 0)`,
      );
    for (const [index, state] of ['parked', 'pending', 'pending', 'done'].entries())
      await notified('A', state, `n${index}`);
    await notified('B', 'pending', 'n9');
    await stage.addAttempt('A', 3);
    await stage.addAttempt('A', 2);
    await notified('A-3', 'parked', 'n8');
    await stage.query(`UPDATE tillbridge_order SET attempt = 3 WHERE order_id = 'A'`);
    const polled = (orderId: string, state: string, polledAt: number) =>
      stage.query(
        `INSERT INTO tillbridge_poll (id, group_name, service_order_id, state, attempts, due_at, opened_at, polled_at, asked_at, reason) VALUES ('p-${orderId}', 'web', '${orderId}', '${state}', 0, ${stage.clock.now() + polledAt * MINUTE}, 0, ${polledAt * MINUTE}, 0, 'because')`,
      );
    await polled('A', 'pending', 2);
    await polled('A-2', 'parked', 1);
    await polled('A-3', 'pending', 0);
    await stage.observe([{ orderId: 'B' }]);
    await stage.observe([{ orderId: 'A-3', status: 'initialized' }]);
    stage.clock.advance(MINUTE);
    await stage.observe([{ orderId: 'A-3', status: 'declined' }]);
    await stage.observe([{ orderId: 'A-3', transactionId: '701' }]);
    const outbox = (state: string, attempts: number, where: string) =>
      stage.query(
        `UPDATE tillbridge_outbox SET state = '${state}', attempts = ${attempts}, done_at = ${stage.clock.now() + MINUTE} WHERE order_id = 'A' AND ${where}`,
      );
    await outbox('dead', 1, 'version = 2');
    const transcript = await stage.transcript(async (written) => {
      await written.step('one handler has failed, and one waits', () => stage.details('A'));
      await outbox('dead', 2, 'version = 2');
      await outbox('done', 1, 'version = 3');
      await written.step('the timeline, when the other is done', async () =>
        (await orders().timeline('A')).map(({ at, text }) => `${at} ${text}`),
      );
    });
    expect(transcript).toMatchSnapshot();
  });
});
