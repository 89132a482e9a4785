import { describe, expect, test } from '@jest/globals';
import { Sweep } from '../../../src/shop/polling/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { json } from '../../support/scripted-service.js';
import { DAY, MINUTE, PollScript, type Shown } from './poll-script.js';

/** Two minutes apart, the newest first. */
const shown = (ids: readonly string[], from = 0): Shown[] =>
  ids.map((id, index) => ({ id, opened: (from + index + 1) * 2 * MINUTE }));
const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `A-${String(from + index).padStart(2, '0')}`);

describe('what a sweep of the list does', () => {
  const script = new PollScript();
  const { written, poll, clock } = script;
  const sweep = (pages?: number, signal?: AbortSignal) =>
    script.shop.app
      .get(Sweep)
      .run(script.shop.app.get(TerminalGroups).get('web'), { ...(pages && { pages }), ...(signal && { signal }) });
  /** Orders that the list shows, each two minutes older than the one before; written down in another order. */
  const add = async (ids: readonly string[], group = 'web'): Promise<void> => {
    const all = ids.map((id, index) => ({ id, opened: (index + 1) * 2 * MINUTE }));
    for (const { id, opened } of all.toReversed()) await script.add([id], { group, opened, due: opened / 10 });
  };

  test('it spares polls page by page, is cut short, and goes on', async () => {
    await add(named(0, 12));
    await add(['T'], 'till');
    await poll('A-03', { state: 'done' });
    script.page(shown(named(0, 4)), 'second');
    script.page(shown([...named(4, 7), 'T'], 4), 'third');
    const transcript = await written(async (step) => {
      await step.step('two pages', () => sweep(2));
      await step.rows('sweep', 'poll');
      clock.advance(1_000);
      script.page(shown(named(7, 12), 7), 'fourth');
      await step.step('from where it was', () => sweep());
      await step.rows('sweep');
      await step.step('nothing is due', () => sweep());
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what is not swept', async () => {
    await add(named(0, 16));
    const [paid, live, creating, asked, later, held, done] = named(0, 7) as [string, ...string[]];
    await script.order(paid, { paidAt: 1 });
    await script.order(live!, { mode: 'live' });
    await script.shop.dataSource.query(
      `UPDATE tillbridge_attempt SET create_state = 'creating' WHERE order_id = '${creating}'`,
    );
    await poll(asked!, { askedAt: 6, polledAt: 5 });
    await poll(later!, { dueAt: clock.now() + 1 });
    await poll(held!, { dueAt: clock.now() + MINUTE, leaseToken: 'theirs', leaseUntil: clock.now() + MINUTE });
    await poll(done!, { state: 'parked' });
    await poll('A-07', { askedAt: 5, polledAt: 5 });
    const transcript = await written(async (step) => {
      await step.step('too few', () => sweep());
      await add(['B'], 'web');
      script.page(shown(named(0, 10)));
      await step.step('enough', () => sweep());
      await step.rows('poll', 'sweep');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('what a page shows to differ, and what no page shows, is read singly', async () => {
    await add(named(0, 14));
    const last = { opened: 31 * DAY + MINUTE };
    await script.shop.dataSource.query(
      `UPDATE tillbridge_poll SET opened_at = ${clock.now() - last.opened} WHERE id = 'A-13'`,
    );
    const items = shown(named(0, 5)).map((item, index) => (index === 1 ? { ...item, status: 'completed' } : item));
    const [, , twice] = items;
    script.page([...items, { ...twice!, status: 'declined', transaction: 'earlier' }], 'second');
    const again = { ...items[3]!, status: 'completed', transaction: 'earlier' };
    script.page([...shown(named(5, 8), 5), again, again, { id: 'A-13', opened: 20 * MINUTE }], 'third');
    script.page(shown(['OTHER-1', 'OTHER-2'], 8), 'fourth');
    const transcript = await written(async (step) => {
      await step.step('three pages', () => sweep());
      await step.rows('sweep', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('another process sweeps, has swept, or takes over', async () => {
    await add(named(0, 10));
    const lease = { token: "'theirs'", until: clock.now() + 1 };
    const insert = (state: string, more: string): Promise<unknown> =>
      script.shop.dataSource.query(
        `INSERT INTO tillbridge_sweep (group_name, state, pages, not_before, lease_token, lease_until, updated_at, page_ms, head_page_ms, place, list_cursor)
         VALUES ('web', '${state}', 0, 0, ${lease.token}, ${lease.until}, 0, ${more})`,
      );
    await insert('idle', 'null, null, null, null');
    const transcript = await written(async (step) => {
      await step.step('another one sweeps', () => sweep());
      clock.advance(1);
      script.page(shown(named(0, 4)), 'second');
      script.pages.push((...call) => {
        const takeOver = script.shop.dataSource.query("UPDATE tillbridge_sweep SET lease_token = 'another'");
        void takeOver.then(() =>
          json(200, {
            success: true,
            data: [
              {
                order_id: 'A-05',
                amount: 1250,
                currency: 'EUR',
                status: 'initialized',
                type: 'payment',
                created: null,
              },
            ],
            pager: { cursor: { after: 'third' } },
          })(...call),
        );
      });
      await step.step('one takes over', () => sweep());
      await step.rows('sweep', 'poll');
    });
    expect(transcript).toMatchSnapshot();
  });

  test('it ends with the page under way when it is stopped', async () => {
    await add(named(0, 10));
    const stopping = new AbortController();
    script.page(shown(named(0, 4)), 'second');
    const [reply] = script.pages.splice(0);
    script.pages.push((...call) => {
      stopping.abort();
      return reply!(...call);
    });
    const transcript = await written(async (step) => {
      await step.step('it is stopped', () => sweep(undefined, stopping.signal));
      await step.step('a tick that is stopped', () =>
        script.shop.payments.polling.tick('web', { signal: stopping.signal }),
      );
      await step.step('a tick', () => script.tick('web', 2));
    });
    expect(transcript).toMatchSnapshot();
  });
});
