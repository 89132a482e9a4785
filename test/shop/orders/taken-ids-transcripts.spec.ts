import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal } from '../../support/scripted-service.js';
import { accepted, done, TranscriptShop } from './support/transcript-shop.js';

describe('what a shop does when it creates an order whose id is taken', () => {
  let stage: TranscriptShop;
  beforeAll(async () => {
    stage = await TranscriptShop.start();
  });
  afterEach(() => stage.forget());
  afterAll(() => stage.close());

  const unknown = refusal(1006);
  const standing: TranscriptShop['standing'] = (...given) => stage.standing(...given);

  test('ids that are taken, and orders without a page', async () => {
    const transcript = await stage.transcript(async (written) => {
      await written.step('an order of the till', () => stage.create('A', [accepted], { group: 'till' }));
      await written.step('an order that is called like an attempt', () => stage.create('B-2', [accepted]));
      await written.step('the order before it', () => stage.create('B', [accepted]));
      const ended = standing('B', { status: 'cancelled' });
      await written.step('its second attempt', () => stage.create('B', [ended, accepted], { amount: 1_500 }));
      await written.step('an order that is called like the attempt of another', () => stage.create('B-3', [accepted]));
      await written.step('an order with the prefix of the till', () =>
        stage.create('T-C', [accepted], { group: 'till' }),
      );
      await written.step('one that would be that one at the service', () =>
        stage.create('C', [accepted], { group: 'till' }),
      );
      await written.step('too long with its prefix', () => stage.create('x'.repeat(49), [], { group: 'till' }));
      const direct = { type: 'direct', gateway: 'BANKTRANS' } as const;
      await written.step('taken without a page', () => stage.create('D', [done], direct));
      await written.step('again', () => stage.create('D', [standing('D')], direct));
      await written.step('again, and the service has forgotten it', () => stage.create('D', [unknown], direct));
      await written.step('paid at once', () =>
        stage.create(
          'E',
          [standing('E', { status: 'completed', transaction_id: '7', session_id: 's'.repeat(129) })],
          direct,
        ),
      );
      await written.rows('order', 'attempt', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });
});
