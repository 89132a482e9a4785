import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, reset } from '../../support/scripted-service.js';
import { accepted, PAYMENT_URL, TranscriptShop } from './support/transcript-shop.js';

describe('what a shop does when it creates an order', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const unknown = refusal(1006);
  const standing: TranscriptShop['standing'] = (...given) => stage.standing(...given);

  test('the service refuses it', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('refused', () => stage.create('A', [refusal(1024, 400)]));
      stage.clock.advance(1_000);
      await written.step('again, and now it is taken', () =>
        stage.create('A', [unknown, accepted], { reference: 'PO-1' }),
      );
      await written.step('another order is refused', () => stage.create('B', [refusal(1024, 400)]));
      stage.clock.advance(1_000);
      await written.step('another amount, in its place', () =>
        stage.create('B', [unknown, accepted], { amount: 900, reference: 'PO-2' }),
      );
      await written.rows('order', 'attempt', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('an answer is lost', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('not there yet, and not half a second later: sent once more', () =>
        stage.create('A', [reset, unknown, unknown, accepted]),
      );
      await written.step('there', () => stage.create('B', [reset, standing('B', { payment_url: PAYMENT_URL })]));
      const begun = standing('C', { transaction_id: '7' });
      await written.step('there half a second later, by its transaction alone: closed, and another page', () =>
        stage.create('C', [reset, unknown, begun, begun, begun, begun, accepted]),
      );
      await written.step('nothing can be read', () => stage.create('D', [reset, reset, reset, reset]));
      await written.step('again: its session has no page, so it is sent', () =>
        stage.create('D', [standing('D'), accepted]),
      );
      await written.step('refused after it was lost', () =>
        stage.create('E', [reset, unknown, unknown, refusal(1024, 400)]),
      );
      await written.step('the service has too much to do, and nothing of it', () =>
        stage.create('F', [refusal(1022, 400), unknown]),
      );
      await written.step('under this id it has another amount', () =>
        stage.create('G', [unknown, standing('G', { amount: 1_251, payment_url: PAYMENT_URL })]),
      );
      await written.step('or another currency', () => stage.create('H', [unknown, standing('H', { currency: 'USD' })]));
      await written.step('or no amount, and it is paid', () =>
        stage.create('I', [unknown, standing('I', { status: 'completed', transaction_id: '8' })]),
      );
      await written.rows('attempt');
    });
    expect(transcript).toMatchSnapshot();
  });
});
