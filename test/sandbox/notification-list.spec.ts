import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SandboxNotification } from '../../src/sandbox/index.js';
import { ID, useStage, WITHOUT_SITE } from './support/stage.js';
import { TILL_KEY, WEB_KEY } from './support/service.js';

const stage = useStage();

async function all(limit: number, between: () => Promise<unknown> = async () => undefined) {
  const items: SandboxNotification[] = [];
  let after: string | undefined;
  do {
    const page = await stage.service.sandbox.notifications({ limit, after });
    expect(page.items.length).toBeLessThanOrEqual(limit);
    items.push(...page.items);
    after = page.after ?? undefined;
    await between();
  } while (after !== undefined);
  return items;
}

async function fill(count: number): Promise<void> {
  await stage.start({ ...WITHOUT_SITE, autoDeliver: false });
  for (let index = 0; index < count; index += 1) {
    await stage.service.create({ ...stage.withUrl(), order_id: `N-${index}` });
  }
}

describe('the list of all notifications', () => {
  it('is newest first, and the same in pages of any size', async () => {
    await fill(9);
    const newestFirst = Array.from({ length: 9 }, (_, index) => `N-${8 - index}`);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (limit) => {
        expect((await all(limit)).map(({ orderId }) => orderId)).toEqual(newestFirst);
      }),
      { numRuns: 12 },
    );
  });

  it('misses none and repeats none while new ones come in', async () => {
    await fill(7);
    let number = 7;
    const items = await all(2, () =>
      number < 12 ? stage.service.create({ ...stage.withUrl(), order_id: `N-${(number += 1)}` }) : Promise.resolve(),
    );
    expect(items.map(({ orderId }) => orderId)).toEqual(['N-6', 'N-5', 'N-4', 'N-3', 'N-2', 'N-1', 'N-0']);
  });

  it('tells how far each has come, and shows its newest request', async () => {
    await stage.start(WITHOUT_SITE);
    stage.receiver.reply = { status: 503, headers: { 'Retry-After': '9' } };
    await stage.service.create(stage.withUrl());
    await stage.service.sandbox.idle();
    await stage.service.sandbox.advance(900_000);
    const { items, after } = await stage.service.sandbox.notifications();
    const now = stage.service.clock.now();
    expect(after).toBeNull();
    expect(items).toEqual([
      {
        id: expect.any(String),
        orderId: ID,
        group: 'web',
        cause: 'created',
        state: 'pending',
        attempts: 2,
        createdAt: now - 900_000,
        dueAt: now + 900_000,
        last: expect.objectContaining({
          attempt: 2,
          trigger: 'resend',
          status: 503,
          responseHeaders: expect.objectContaining({ 'retry-after': '9' }),
        }),
      },
    ]);
    await stage.service.sandbox.advance(3_600_000);
    const [done] = (await stage.service.sandbox.notifications()).items;
    expect(done).toMatchObject({ state: 'exhausted', attempts: 4, dueAt: null });
  });

  it('can be that of one terminal group', async () => {
    const groups = [
      { name: 'web', apiKey: WEB_KEY },
      { name: 'till', apiKey: TILL_KEY },
    ];
    await stage.start({ terminalGroups: groups });
    await stage.service.create({ ...stage.withUrl(), order_id: 'W' });
    await stage.service.create({ ...stage.withUrl(), order_id: 'T' }, { api_key: TILL_KEY });
    const { items } = await stage.service.sandbox.notifications({ group: 'till' });
    expect(items.map(({ orderId }) => orderId)).toEqual(['T']);
    expect((await stage.service.sandbox.notifications({ group: 'nobody' })).items).toEqual([]);
  });

  it('is a way to send one again that was never sent', async () => {
    await fill(1);
    const [waiting] = (await stage.service.sandbox.notifications()).items;
    expect(waiting).toMatchObject({ state: 'pending', attempts: 0, last: null });
    const sent = await stage.service.sandbox.resend(waiting?.id ?? '');
    expect(sent).toMatchObject({ trigger: 'manual', verdict: 'acknowledged' });
    expect(await stage.service.sandbox.runDue()).toBe(0);
  });
});
