import { describe, expect, jest, test } from '@jest/globals';
import type { EffectTransport, HandedEffect } from 'tillbridge';
import { EffectsDispatcher, HandOver, OutboxEntity } from '../../../src/shop/effects/index.js';
import { promiseSteps } from '../../support/loop-steps.js';
import type { Transcript } from '../../support/transcript.js';
import { EffectStage } from './effect-stage.js';

const MINUTE = 60_000;

/** A transport that does what the script says. */
class Queues implements EffectTransport {
  waiting = 0;
  failure: Error | null = null;
  asked = 0;
  readonly handed: [string, readonly HandedEffect[]][] = [];
  queueOf: (effect: string) => string | null = (effect) => (effect === 'print' ? 'prints' : null);

  async backlog(): Promise<number> {
    this.asked += 1;
    if (this.failure) throw this.failure;
    return this.waiting;
  }

  async hand(queue: string, effects: readonly HandedEffect[]): Promise<void> {
    if (this.failure) throw this.failure;
    this.handed.push([queue, effects]);
  }
}

describe('what a shop does with effects that are run elsewhere', () => {
  const stage = new EffectStage();

  const effects = () => stage.shop.payments.effects;
  /** A change whose effects are recorded, and to be run. */
  const changed = async (...change: Parameters<EffectStage['changed']>): Promise<void> =>
    void (await stage.record([await stage.changed(...change)]));
  const idOf = async (effect: string, orderId = 'A'): Promise<string> => {
    const sql = `SELECT id FROM tillbridge_outbox WHERE effect = '${effect}' AND order_id = '${orderId}'`;
    const [row] = (await stage.query(sql)) as [{ id: string }];
    return row.id;
  };
  const runs = (written: Transcript, title: string, id: string): Promise<unknown> =>
    written.step(title, () => effects().run(id));
  /** The effects work, and what the queues have got by that. */
  const works = async (written: Transcript, queues: Queues): Promise<void> => {
    await written.work('effects');
    const handed = queues.handed.splice(0);
    const list = handed.map(([queue, some]) => ({ queue, effects: some }));
    await written.step('the queues have got', () => list);
    await written.step('figures', () => stage.shop.app.get(HandOver).figures);
  };

  test('the queues get them, as many as they have room for', async () => {
    const queues = new Queues();
    effects().handTo(queues);
    for (const orderId of ['A', 'B', 'C']) await changed(orderId, 'reserved');
    await changed('A', 'shipped', { version: 2 });
    await stage.query("UPDATE tillbridge_outbox SET attempts = 1 WHERE order_id = 'C'");
    queues.waiting = 999;
    const transcript = await stage.script(async (written) => {
      await works(written, queues);
      queues.waiting = 1_000;
      stage.clock.advance(5_000);
      await works(written, queues);
      queues.waiting = 0;
      stage.clock.advance(5_000);
      await works(written, queues);
      await runs(written, 'one is run', await idOf('print'));
      await works(written, queues);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('where no queue has room it rests before it looks for more', async () => {
    const queues = new Queues();
    queues.waiting = 1_000;
    effects().handTo(queues);
    await changed('A', 'reserved');
    const { rows, batches } = stage.shop.app.get(EffectsDispatcher);
    let isOver = false;
    const handed = batches.perform(await rows.claim(1)).then(() => (isOver = true));
    await promiseSteps();
    expect(isOver).toBe(false);
    await handed;
  });

  test('one that no one begins is handed over again each minute', async () => {
    const queues = new Queues();
    effects().handTo(queues);
    await changed('A', 'reserved');
    const transcript = await stage.script(async (written) => {
      await works(written, queues);
      for (const ms of [MINUTE - 1, 1, MINUTE]) {
        stage.clock.advance(ms);
        stage.passedMs += ms;
        await works(written, queues);
      }
      stage.passedMs += 2.5 * MINUTE;
      await written.step('two and a half minutes later', () => stage.shop.app.get(HandOver).figures);
      stage.passedMs += 1;
      await written.step('a millisecond later', () => stage.shop.app.get(HandOver).figures);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('they are run here while the queues are away, and for five seconds more', async () => {
    const queues = new Queues();
    effects().handTo(queues);
    const transcript = await stage.script(async (written) => {
      queues.failure = new Error('the queue is away');
      await changed('A', 'reserved');
      await works(written, queues);
      queues.failure = null;
      stage.passedMs += 4_999;
      await changed('B', 'reserved');
      await works(written, queues);
      stage.passedMs += 1;
      await changed('C', 'reserved');
      await works(written, queues);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what could not be handed over is run here at once', async () => {
    const queues = new Queues();
    effects().handTo(queues);
    queues.hand = () => Promise.reject(new Error('the queue is away'));
    await changed('A', 'reserved');
    await changed('B', 'shipped');
    const transcript = await stage.script(async (written) => {
      await works(written, queues);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a transport that does not know its queues costs no effect', async () => {
    const queues = new Queues();
    queues.queueOf = () => {
      throw new Error('not in the table');
    };
    effects().handTo(queues);
    await changed('A', 'reserved');
    const transcript = await stage.script(async (written) => {
      await works(written, queues);
    });
    expect(transcript).toMatchSnapshot();
    expect(queues.asked).toBe(0);
  });

  test('when one ends, those of its line that waited for it are due at once, and no others', async () => {
    for (const version of [1, 2, 3, 4, 5]) await changed('A', version === 3 ? 'shipped' : 'reserved', { version });
    await changed('A', 'reserved', { group: 'till', version: 2 });
    await changed('B', 'reserved', { version: 2 });
    const later = stage.clock.now() + MINUTE;
    await stage.query(`UPDATE tillbridge_outbox SET due_at = ${later}`);
    await stage.query("UPDATE tillbridge_outbox SET lease_token = 'of another' WHERE version = 4");
    await stage.query(`UPDATE tillbridge_outbox SET due_at = ${stage.clock.now()} WHERE version = 5`);
    const [second] = (await stage.query('SELECT id FROM tillbridge_outbox WHERE version = 2 ORDER BY id')) as [
      { id: string },
    ];
    await stage.query("UPDATE tillbridge_outbox SET state = 'done' WHERE version = 1");
    const transcript = await stage.script(async (written) => {
      await runs(written, 'the second of its line', second.id);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('without a transport nothing is said of handing over, and each is run by itself', () => {
    const { batches } = stage.shop.app.get(EffectsDispatcher);
    const rows = ['A', 'B', 'C'].map((orderId) => Object.assign(new OutboxEntity(), { orderId }));
    const groups = (): number[] => batches.split(rows).map(({ length }) => length);
    expect([stage.shop.app.get(HandOver).figures, batches.size, groups()]).toEqual([null, 1, [1, 1, 1]]);
    effects().handTo(new Queues());
    expect([batches.size, groups()]).toEqual([100, [3]]);
  });

  test('one that is brought here by its id runs unless it is over, under way or has to wait', async () => {
    await changed('A', 'reserved');
    await changed('A', 'shipped', { version: 2 });
    await changed('B', 'reserved');
    const ids = (await stage.query('SELECT id FROM tillbridge_outbox ORDER BY id')) as { id: string }[];
    const [first, second, third, other] = ids.map(({ id }) => id) as [string, string, string, string];
    const transcript = await stage.script(async (written) => {
      await runs(written, 'the second one of a line', second);
      stage.act = () => {
        throw new Error('out of paper');
      };
      await runs(written, 'one that fails', first);
      stage.act = () => undefined;
      await runs(written, 'it is brought again', first);
      await runs(written, 'it is over', first);
      await runs(written, 'there is none', 'none');
      await written.step('one comes twice at once', () => Promise.all([effects().run(third), effects().run(third)]));
      await stage.query(`UPDATE tillbridge_outbox SET attempts = 1 WHERE id = '${other}'`);
      await runs(written, 'one that may have ended its process', other);
      await stage.query(`UPDATE tillbridge_outbox SET attempts = 0, lease_token = 'of another' WHERE id = '${other}'`);
      await runs(written, 'one that is under way elsewhere', other);
      await stage.query(`UPDATE tillbridge_outbox SET lease_token = NULL, effect = 'gone' WHERE id = '${other}'`);
      await runs(written, 'one whose handler is not here', other);
      await stage.query(
        `UPDATE tillbridge_outbox SET attempts = 13, last_error = 'out of ink', effect = 'print' WHERE id = '${other}'`,
      );
      await runs(written, 'one that has had all its attempts', other);
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('one that succeeds here while the database goes away is done, and is not run again', async () => {
    await changed('A', 'reserved');
    const { transactions } = stage;
    const run = transactions.run.bind(transactions);
    const transcript = await stage.script(async (written) => {
      stage.act = () =>
        void jest.spyOn(transactions, 'run').mockRejectedValueOnce(new Error('no database')).mockImplementation(run);
      await runs(written, 'its end cannot be written', await idOf('print'));
      stage.act = () => undefined;
      await runs(written, 'it is brought again', await idOf('print'));
      await written.rows('outbox');
    });
    expect(transcript).toMatchSnapshot();
  });
});
