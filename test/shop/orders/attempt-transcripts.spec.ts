import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { json, refusal } from '../../support/scripted-service.js';
import { accepted, done, TranscriptShop } from './support/transcript-shop.js';

describe('what a shop does when an order is asked for again', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const unknown = refusal(1006);
  const down = json(503, '');
  const standing: TranscriptShop['standing'] = (...given) => stage.standing(...given);

  test('it is created, asked for again, and then for another amount', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('created, for ten minutes, with a name of the shop', () =>
        stage.create('A', [accepted], { reference: 'PO-1', secondsActive: 600 }),
      );
      stage.clock.advance(1_000);
      await written.step('the same again', () => stage.create('A', [], { reference: 'PO-1', secondsActive: 600 }));
      await written.step('the same under another name', () =>
        stage.create('A', [], { reference: 'PO-2', secondsActive: 600 }),
      );
      const other = [standing('A'), done, standing('A', { status: 'cancelled' }), accepted];
      await written.step('another amount', () => stage.create('A', other, { amount: 1_500 }));
      const gone = [standing('A-2', { amount: 1_500, status: 'expired' }), accepted];
      await written.step('a third one, when the second attempt has run out', () =>
        stage.create('A', gone, { amount: 2_000, capture: 'manual', reference: 'PO-3' }),
      );
      await written.rows('order', 'attempt', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the attempt before was paid, or its money is under way', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('created', () => stage.create('A', [accepted], { reference: 'PO-1' }));
      const underWay = standing('A', { status: 'uncleared', transaction_id: '7' });
      await written.step('another amount, while the first waits to be cleared', () =>
        stage.create('A', [underWay], { amount: 1_500 }),
      );
      await written.step('and again', () => stage.create('A', [], { amount: 1_500 }));
      await written.step('another order', () => stage.create('B', [accepted]));
      await written.step('another amount, when it is paid', () =>
        stage.create('B', [standing('B', { status: 'completed', transaction_id: '8' })], { amount: 1_500 }),
      );
      await written.step('and again', () => stage.create('B', [], { amount: 1_500 }));
      await written.step('a third order', () => stage.create('C', [accepted], { reference: 'PO-3' }));
      const paidMeanwhile = [standing('C'), done, standing('C', { status: 'completed', transaction_id: '9' })];
      await written.step('another amount and name; it is paid just before it is closed', () =>
        stage.create('C', paidMeanwhile, { amount: 1_500, reference: 'PO-4' }),
      );
      await written.rows('order', 'attempt', 'transition');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the attempt before cannot be closed', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('created', () => stage.create('A', [accepted]));
      await written.step('another amount; the service refuses the end of the first, which it calls something new', () =>
        stage.create('A', [standing('A', { status: 'quantum' }), refusal(1024, 400), standing('A'), accepted], {
          amount: 1_500,
        }),
      );
      await written.step('another one; it cannot be read', () =>
        stage.create('A', [standing('A-2', { amount: 1_500 }), down, down, accepted], { amount: 2_000 }),
      );
      await written.step('a fourth one; the service knows nothing of the third', () =>
        stage.create('A', [unknown, accepted], { amount: 2_500 }),
      );
      const declined = standing('A-4', { amount: 2_500, status: 'declined', transaction_id: '7' });
      await written.step('the shopper was declined, and wants to pay another amount', () =>
        stage.create('A', [declined, done, declined, accepted], { amount: 2_600 }),
      );
      await written.step('the key is refused when the attempt before is to be read', () =>
        stage.create('A', [standing('A-5', { amount: 2_600 }), done, refusal(1032, 401)], { amount: 2_700 }),
      );
      await written.rows('order', 'attempt');
    });
    expect(transcript).toMatchSnapshot();
  });
});
