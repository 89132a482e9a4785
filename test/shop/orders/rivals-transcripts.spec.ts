import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Reply } from '../../support/scripted-service.js';
import { accepted, done, PAYMENT_URL, TranscriptShop } from './support/transcript-shop.js';

describe('what a shop does when several processes create one order', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const unknown = refusal(1006);
  const standing: TranscriptShop['standing'] = (...given) => stage.standing(...given);
  /** Another process takes an attempt, for so long. */
  const held = (serviceOrderId: string, untilMs: number) =>
    stage.query(
      `UPDATE tillbridge_attempt SET sender_token = 'other', sender_until = ${stage.clock.now() + untilMs}, create_state = 'creating' WHERE service_order_id = '${serviceOrderId}'`,
    );
  const after =
    (work: () => Promise<unknown>, reply: Reply): Reply =>
    (response, call) =>
      void work().then(() => reply(response, call));

  test('someone else sends it meanwhile', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('created', () => stage.create('A', [accepted]));
      await held('A', 45);
      await written.step('held by another process for two pauses', () => stage.create('A', [unknown, accepted]));
      await written.step('taken over while the service is asked', () =>
        stage.create('B', [after(() => held('B', 20), accepted), standing('B', { payment_url: PAYMENT_URL })]),
      );
      await written.rows('attempt');
    });
    expect(transcript).toMatchSnapshot();
    await held('A', 100_000);
    stage.shop.logs.lines.length = 0;
    await expect(stage.create('A', [])).rejects.toThrow('has not finished in time');
    expect(stage.shop.logs.lines.join(', ')).toMatchSnapshot('how long it is waited for');
  });

  test('it is taken over while it is replaced', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('created', () => stage.create('A', [accepted]));
      await written.step('another amount; the first attempt is taken over while it is read', () =>
        stage.create('A', [after(() => held('A', 20), standing('A')), standing('A'), done, standing('A'), accepted], {
          amount: 1_500,
        }),
      );
      const paid = standing('A-2', { amount: 1_500, status: 'completed', transaction_id: '7' });
      await written.step('a third one is taken over just when the second shows as paid', () =>
        stage.create('A', [standing('A-2', { amount: 1_500 }), done, after(() => held('A-3', 0), paid)], {
          amount: 2_000,
          reference: 'PO-3',
        }),
      );
      await written.rows('order', 'attempt');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is taken over again and again: no one goes on forever', async () => {
    const takenOver: Reply = (response, call) =>
      void held('A', 0).then(() => (call.method === 'POST' ? accepted : unknown)(response, call));
    await expect(stage.create('A', Array<Reply>(40).fill(takenOver))).rejects.toThrow('has not finished in time');
    expect(stage.service.log.filter((line) => line.startsWith('POST'))).toHaveLength(12);
  });

  test('a row that another process was first to insert is tried four times', async () => {
    await stage.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON tillbridge_attempt BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed'); END`,
    );
    const transcript = await stage.transcript((written) => written.step('created', () => stage.create('A', [])));
    await stage.query('DROP TRIGGER refuse');
    expect(transcript).toMatchSnapshot();
    await stage.query(
      `CREATE TRIGGER refuse BEFORE INSERT ON tillbridge_attempt WHEN NEW.number = 2 BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed'); END`,
    );
    await stage.create('B', [accepted]);
    await expect(stage.create('B', [standing('B', { status: 'expired' })], { amount: 1_500 })).rejects.toThrow(
      'UNIQUE',
    );
    await stage.query('DROP TRIGGER refuse');
    await expect(
      stage.create('B', [standing('B', { status: 'expired' }), accepted], { amount: 1_500 }),
    ).resolves.toContain('B-2');
  });
});
