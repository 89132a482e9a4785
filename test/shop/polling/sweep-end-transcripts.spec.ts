import { describe, expect, test } from '@jest/globals';
import { Sweep } from '../../../src/shop/polling/index.js';
import { TerminalGroups } from '../../../src/shop/core/index.js';
import { json, refusal } from '../../support/scripted-service.js';
import { MINUTE, PollScript, type Shown } from './poll-script.js';

/** Two minutes apart, the newest first. */
const shown = (ids: readonly string[], from = 0): Shown[] =>
  ids.map((id, index) => ({ id, opened: (from + index + 1) * 2 * MINUTE }));
const named = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `A-${String(from + index).padStart(2, '0')}`);

describe('how a sweep of the list ends', () => {
  const script = new PollScript();
  const { written, clock } = script;
  const sweep = (pages?: number, signal?: AbortSignal) =>
    script.shop.app
      .get(Sweep)
      .run(script.shop.app.get(TerminalGroups).get('web'), { ...(pages && { pages }), ...(signal && { signal }) });
  /** Orders that the list shows, each two minutes older than the one before; written down in another order. */
  const add = async (ids: readonly string[], group = 'web'): Promise<void> => {
    const all = ids.map((id, index) => ({ id, opened: (index + 1) * 2 * MINUTE }));
    for (const { id, opened } of all.toReversed()) await script.add([id], { group, opened, due: opened / 10 });
  };

  test.each([
    ['is not answered', json(503, 'out of order')],
    ['is refused', refusal(1032, 401)],
    ['is no list', json(200, { success: true, data: 'none' })],
  ])('a list that %s', async (_, reply) => {
    await add(named(0, 10));
    script.page(shown(named(0, 3)), 'second');
    script.pages.push(reply);
    const transcript = await written(async (step) => {
      await step.step('the second page fails', () => sweep());
      await step.rows('sweep', 'poll');
      clock.advance(59_999);
      await step.step('not for a minute', () => sweep());
      clock.advance(1);
      script.page(shown(named(3, 10), 3));
      await step.step('after a minute', () => sweep());
    });
    expect(transcript).toMatchSnapshot();
  });

  test.each([
    [999, undefined],
    [998, 1],
    [998, undefined],
  ])('a list that does not end, of which %i pages were read; calls that are left: %s', async (pages, budget) => {
    await add(named(0, 12));
    const place = clock.now() - MINUTE;
    await script.shop.dataSource.query(
      `INSERT INTO tillbridge_sweep (group_name, state, pages, not_before, lease_until, updated_at, page_ms, head_page_ms, place, list_cursor)
       VALUES ('web', 'walking', ${pages}, 0, 0, 0, ${4 * MINUTE}, ${MINUTE}, ${place}, 'far')`,
    );
    script.page(shown(named(0, 3)), 'farther');
    script.page(shown(named(3, 6), 3), 'farthest');
    const transcript = await written(async (step) => {
      await step.step('it goes on', () => sweep(budget));
      await step.rows('sweep');
    });
    expect(transcript).toMatchSnapshot();
  });
});
