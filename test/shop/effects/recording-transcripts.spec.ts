import { describe, expect, test } from '@jest/globals';
import { OwnEffects } from '../../../src/shop/effects/outbox/own-effects.js';
import { EffectsDispatcher } from '../../../src/shop/effects/index.js';
import type { TransitionEntity } from '../../../src/shop/orders/index.js';
import { NO_PLACES } from '../../../src/shop/workers/index.js';
import { EffectStage } from './effect-stage.js';
import { loopSteps } from '../../support/loop-steps.js';

const refund = { id: 'refund-1', key: 'return-1', reason: null };

describe('what a shop does with the effects of a change that it records', () => {
  const stage = new EffectStage();
  const { clock } = stage;

  test('the handlers inside the transaction run, the others are put down for later', async () => {
    const reserved = await stage.changed('A', 'reserved', { reference: 'basket 7', tip: 100 });
    clock.advance(1_000);
    const shipped = await stage.changed('A', 'shipped', {
      version: 2,
      previousStatus: 'reserved',
      paymentMethod: null,
    });
    const atTill = await stage.changed('A', 'shipped', { group: 'till' });
    const settled = await stage.changed('A', 'refund_settled', { version: 3, refund, amount: 250 });
    const unheard = await stage.changed('B', 'expired');
    const transcript = await stage.script(async (written) => {
      clock.advance(1_000);
      await written.step('two changes of an order', () => stage.record([reserved, shipped]));
      await written.step('one of another terminal group', () => stage.record([atTill]));
      await written.step('one of a refund', () => stage.record([settled]));
      await written.step('one that no handler asks for', () => stage.record([unheard]));
      await written.step('none', () => stage.record([]));
      await written.rows('effect', 'outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('the transaction tells how long they took', async () => {
    stage.act = () => (stage.passedMs += 7);
    const shipped = await stage.changed('A', 'shipped');
    expect(await stage.record([shipped], 1_000)).toBe(14);
  });

  test('nothing is recorded when one of them fails, and what it leaves behind can write nothing', async () => {
    const shipped = await stage.changed('A', 'shipped');
    let late: () => Promise<unknown> = () => Promise.resolve();
    const transcript = await stage.script(async (written) => {
      stage.act = (effect, _event, tx) => {
        late = () => tx!.query('DELETE FROM tillbridge_transition');
        if (effect === 'keep') throw new Error('no room');
      };
      await written.step('the first one fails', () => stage.record([shipped]));
      await written.step('it goes on', () => late());
      stage.act = (effect) => {
        if (effect === 'book') return Promise.reject(new Error('no ink'));
      };
      await written.step('the second one fails', () => stage.record([shipped]));
      await written.rows('effect', 'outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it is looked whether the transaction is still there where that may have ended, and at the end', async () => {
    const reserved = await stage.changed('A', 'reserved');
    const shipped = await stage.changed('B', 'shipped');
    const transcript = await stage.script(async (written) => {
      stage.act = (effect, _event, tx) =>
        effect === 'keep' ? tx!.query('SELECT nothing FROM nowhere').catch(() => undefined) : undefined;
      await written.step('a statement of a handler fails', () => stage.record([shipped]));
      stage.act = (effect, _event, tx) =>
        effect === 'keep' ? tx!.query("DELETE FROM tillbridge_effect WHERE effect = 'book'") : undefined;
      await written.step('what was recorded has gone', () => stage.record([reserved, { ...shipped, id: reserved.id }]));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a handler may neither end the transaction nor leave anything open in it', async () => {
    const reserved = await stage.changed('A', 'reserved');
    const transcript = await stage.script(async (written) => {
      for (const misuse of ['commitTransaction', 'rollbackTransaction', 'startTransaction'] as const) {
        stage.act = (_effect, _event, tx) => tx!.queryRunner?.[misuse]();
        await written.step(`it calls ${misuse}`, () => stage.record([reserved]));
      }
      stage.act = (_effect, _event, tx) => tx!.transaction((inner) => inner.query('SELECT 1'));
      await written.step('it has a savepoint of its own', () => stage.record([reserved]));
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a handler that hangs among those of several orders is not waited for', async () => {
    const [first, second] = [await stage.changed('A', 'reserved'), await stage.changed('B', 'reserved')];
    let letGo = (): void => undefined;
    const transcript = await stage.script(async (written) => {
      stage.act = async (_effect, { orderId }, tx) => {
        if (orderId === 'A') await new Promise<void>((resolve) => (letGo = resolve));
        await tx!.query('DELETE FROM tillbridge_transition');
      };
      await written.step('the first one hangs', () => stage.record([first, second], 100));
      await written.step('it goes on, and is refused', async () => {
        letGo();
        await loopSteps();
      });
      await written.rows('effect', 'outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a transaction that is tried again records them once', async () => {
    const reserved = await stage.changed('A', 'reserved');
    let tries = 0;
    const transcript = await stage.script(async (written) => {
      await written.step('the database is busy at first', () =>
        stage.effects.recording((recorded) =>
          stage.transactions.run(async (tx) => {
            const took = await stage.effects.apply(tx, [reserved], { recorded });
            tries += 1;
            if (tries === 1) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
            return took;
          }),
        ),
      );
      await written.rows('effect', 'outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a process that runs effects itself takes what it has recorded, as many as it has places for', async () => {
    const own = stage.shop.app.get(OwnEffects);
    const before = Reflect.get(own, 'runner') as Parameters<OwnEffects['connect']>[0];
    const leases = stage.shop.app.get(EffectsDispatcher).rows.own;
    let places = 2;
    const transcript = await stage.script(async (written) => {
      const worker = {
        keepPlaces: (wanted: number) => {
          const count = Math.min(wanted, places);
          if (count === 0) return NO_PLACES;
          return {
            count,
            lease: leases.next(),
            take: (rows: readonly { effect: string }[]) =>
              stage.shop.logs.log(`are begun: ${rows.map(({ effect }) => effect).join(', ')}`),
            drop: () => stage.shop.logs.log('no more places are kept'),
          };
        },
      };
      const announced = { times: 0 };
      stage.effects.announce = () => void (announced.times += 1);
      own.connect({ worker, handing: { size: 1 } });
      const recorded = async (title: string, ...some: Parameters<EffectStage['record']>[0]): Promise<void> => {
        announced.times = 0;
        await written.step(title, () => stage.record(some));
        await written.step('are announced to others', () => announced.times);
      };
      const runs = async (title: string, ...kinds: (readonly TransitionEntity[] | null)[]): Promise<void> => {
        announced.times = 0;
        await written.step(title, () =>
          stage.effects.recording(async (kept) => {
            for (const some of kinds)
              await stage.transactions
                .run(async (tx) => {
                  if (some) await stage.effects.apply(tx, some, { recorded: kept });
                  if (some !== kinds.at(-1)) throw new Error('taken back');
                })
                .catch(() => undefined);
          }),
        );
        await written.step('are announced to others', () => announced.times);
      };
      await runs('a transaction that records nothing', null);
      const shippedLast = await stage.changed('Z', 'shipped');
      places = 1;
      await runs('one that records nothing when it is tried again', [shippedLast], []);
      places = 2;
      await recorded('two places for three', await stage.changed('A', 'reserved'), await stage.changed('B', 'shipped'));
      await recorded('places for all', await stage.changed('C', 'reserved', { version: 2 }));
      places = 0;
      await recorded('no place', await stage.changed('D', 'reserved'));
      places = 2;
      own.connect({ worker, handing: { size: 100 } });
      await recorded('they are handed over', await stage.changed('E', 'reserved'));
      own.connect({ worker, handing: { size: 1 } });
      const taken = stage.shop.dataSource.transaction(async (tx) => {
        await tx.query('SELECT 1');
        await recorded('inside a transaction of the host', await stage.changed('F', 'reserved'));
        throw new Error('the host thinks better of it');
      });
      await taken.catch(() => undefined);
      await written.rows('outbox');
    });
    own.connect(before);
    Reflect.deleteProperty(stage.effects, 'announce');
    expect(transcript).toMatchSnapshot();
  });
});
