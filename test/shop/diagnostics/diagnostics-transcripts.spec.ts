import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { hostname } from 'node:os';
import type { TerminalGroupOptions } from 'tillbridge';
import type { Transactions } from '../../../src/database/engine/index.js';
import { ServiceCaller, type CallHealth } from '../../../src/shop/client/index.js';
import { HandlerExplorer } from '../../../src/shop/effects/index.js';
import { TerminalGroups, TRANSACTIONS } from '../../../src/shop/core/index.js';
import { SchemaReadiness } from '../../../src/shop/data-source/index.js';
import { DiagnosticsService, KeyProbe, ProcessEntity, ProcessRegistry } from '../../../src/shop/diagnostics/index.js';
import { GroupSeeker } from '../../../src/shop/diagnostics/group-seeker.js';
import { openRowsText, strayGroups, strayNames } from '../../../src/shop/diagnostics/stray-groups.js';
import { RefundLaneEntity } from '../../../src/shop/refund-records/index.js';
import { WorkerRegistry } from '../../../src/shop/workers/index.js';
import { loopSteps } from '../../support/loop-steps.js';
import { canaryKey } from '../../support/canary.js';
import { json, refusal, ScriptedService } from '../../support/scripted-service.js';
import { shopOptions } from '../../support/shop-host.js';
import { waitFor } from '../../support/wait-for.js';
import { AdminStage, NOON, SECOND } from '../admin/admin-stage.js';

/** What is known of calls before any was made. */
const HEALTH: CallHealth = {
  circuit: 'closed',
  waiting: 0,
  budget: { left: 10, burst: 10 } as CallHealth['budget'],
  lastSuccessAt: null,
  failingSince: null,
  clockSkewMs: null,
};
const known = json(200, { success: true, data: [] });

describe('what a shop knows of itself', () => {
  let stage: AdminStage;
  beforeAll(async () => {
    stage = await AdminStage.start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await stage.shop.dataSource.manager.delete(ProcessEntity, { place: 'till 7' });
    await stage.forget();
  });
  afterAll(() => stage.close());

  const transactions = () => stage.shop.app.get<Transactions>(TRANSACTIONS);
  const schema = () => stage.shop.app.get(SchemaReadiness);
  const handlers = () => stage.shop.app.get(HandlerExplorer);
  const manager = () => stage.shop.dataSource.manager;
  const merchant = (name: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
    ...shopOptions().terminalGroups[0]!,
    name,
    apiKeys: [canaryKey(name)],
    notificationUrl: `http://localhost:9/payments/notifications/${name}`,
    ...change,
  });
  /** A process that was heard of. */
  const process7 = (id: string, seenAt: number, groups: string[] = []) =>
    manager().insert(ProcessEntity, { id, groups, handlers: [], place: 'till 7', startedAt: NOON, seenAt });
  /** Open rows of a kind, in a group. */
  const openIn = async (group: string): Promise<void> => {
    await stage.order(`${group}-1`, { group });
    await stage.poll(`${group}-1`, { group });
  };

  test('the vital signs: what waits, and for how long', async () => {
    await stage.order('A', { attention: 'paid_twice' });
    await stage.order('B', { status: 'authorised' });
    await stage.notification('n-later', 'A', { state: 'pending', dueAt: NOON + 1 });
    await stage.effect('e-later', 'A', { dueAt: NOON + 1 });
    await stage.poll('A', { dueAt: NOON + 1, openedAt: NOON + 5 });
    await stage.refund('r1', 'A', { state: 'queued', createdAt: NOON + 5 });
    const diagnostics = stage.shop.app.get(DiagnosticsService);
    const health = jest.spyOn(stage.shop.app.get(ServiceCaller), 'health').mockReturnValue(HEALTH);
    const transcript = await stage.transcript(async (written) => {
      await written.step('nothing is due yet', () => diagnostics.read());
      await stage.notification('n-now', 'A', { state: 'pending', dueAt: NOON });
      await stage.effect('e-now', 'A', { dueAt: NOON });
      await stage.poll('B', { dueAt: NOON, openedAt: NOON });
      await stage.refund('r0', 'A', { state: 'sending', createdAt: NOON - 9 });
      await written.step('some is due just now', () => diagnostics.read());
      for (const [index, state] of (['unmatched', 'parked', 'parked', 'done'] as const).entries())
        await stage.notification(`n${index}`, 'A', { state, dueAt: NOON - 9 });
      await stage.notification('n-late', 'A', { state: 'pending', dueAt: NOON - 7 });
      await stage.effect('e-late', 'A', { dueAt: NOON - 6 });
      await stage.effect('e-dead', 'A', { state: 'dead', dueAt: NOON - 9 });
      await stage.poll('T', { group: 'till', dueAt: NOON - 5, openedAt: NOON - 50 });
      await stage.poll('U', { group: 'till', dueAt: NOON - 4, openedAt: NOON - 40 });
      await stage.poll('over', { state: 'done', dueAt: NOON - 60, openedAt: NOON - 60 });
      for (const [index, state] of (['queued', 'unknown', 'manual', 'manual', 'unknown', 'unknown'] as const).entries())
        await stage.refund(`s${index}`, 'A', { group: 'till', state, createdAt: NOON - 30 + index });
      const lane = { id: 'till', state: 'pending' as const, dueAt: 0 };
      await manager().insert(RefundLaneEntity, { ...lane, nextSlotAt: NOON + 3, pausedUntil: NOON + 2 });
      await manager().insert(RefundLaneEntity, { ...lane, id: 'web', nextSlotAt: NOON - 3 });
      await process7('p1', NOON, ['elsewhere']);
      await openIn('stray');
      await openIn('elsewhere');
      const skews: Record<string, number> = { web: 300, till: -400 };
      health.mockImplementation(({ name }) => ({ ...HEALTH, clockSkewMs: skews[name]! }));
      jest.spyOn(stage.shop.app.get(WorkerRegistry), 'isListening', 'get').mockReturnValue(true);
      await written.step('much is late', () => diagnostics.read());
      skews['web'] = -400;
      skews['till'] = 400;
      await manager().update(RefundLaneEntity, { id: 'web' }, { pausedUntil: NOON + 9 });
      await manager().update(RefundLaneEntity, { id: 'till' }, { state: 'paused' });
      const brief = async () => {
        const { clockSkewMs, refunds } = await diagnostics.read();
        return { clockSkewMs, lanes: refunds.lanes };
      };
      await written.step('lanes that rest or are paused, and clocks as far off', async () => (await brief()).lanes);
      await written.step('asked twice at the same time', async () => {
        const both = [diagnostics.read(), diagnostics.read()];
        return both[0] === both[1] && (await Promise.all(both)).map(({ clockSkewMs }) => clockSkewMs);
      });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('a process says that it is there, and what waits under names of no one', async () => {
    const { clock, shop } = stage;
    const beats: (() => void)[] = [];
    await process7('forgotten', NOON - 86_400_001);
    await process7('known', NOON - 86_400_000);
    await process7('gone', NOON - 90_000, ['gone']);
    await process7('alive', NOON - 89_999, ['alive']);
    for (const group of ['gone', 'alive']) await openIn(group);
    const groups = new TerminalGroups({ ...shopOptions(), clock }, clock);
    const learnt: ((name: string) => void)[] = [];
    jest
      .spyOn(groups, 'whenLearnt')
      .mockImplementation((listener) => void learnt.push(() => listener(groups.get('web'))));
    const every: number[] = [];
    jest.spyOn(groups, 'sought').mockImplementation(async () => {
      await loopSteps();
      await manager().query(`SELECT 'groups with open rows were sought'`);
      return [];
    });
    jest.spyOn(schema(), 'check').mockImplementation(async () => {
      await loopSteps();
      await manager().query(`SELECT 'the tables were looked for'`);
    });
    const registry = new ProcessRegistry(transactions(), handlers(), groups, clock, schema());
    const written = await stage.transcript(async (script) => {
      await script.step('it ends before it has begun', () => registry.beforeApplicationShutdown());
      const timer = jest.spyOn(globalThis, 'setInterval').mockImplementation(((beat: () => void, ms: number) => {
        beats.push(beat);
        every.push(ms);
        return setTimeout(() => undefined, 0);
      }) as typeof setInterval);
      await script.step('it begins', () => registry.onApplicationBootstrap());
      timer.mockRestore();
      await script.step('how often it will say so', () => every);
      clock.advance(30_000);
      await script.step('it beats, and learns of two groups at once', async () => {
        beats[0]!();
        for (const listener of learnt) listener('web');
        await loopSteps();
      });
      await script.step('which processes live', async () =>
        (await registry.living(manager())).map(({ seenAt }) => seenAt),
      );
      await script.step('its row has been deleted', async () => {
        await manager().query(`DELETE FROM tillbridge_process WHERE place <> 'till 7'`);
        beats[0]!();
        await loopSteps();
      });
      const stopped = jest.spyOn(globalThis, 'clearInterval');
      await script.step('it ends', () => registry.beforeApplicationShutdown());
      await script.step('and beats no more', () => stopped.mock.calls.length);
      const tool = new ProcessRegistry(transactions(), handlers(), groups, clock, schema(), 'cli');
      await script.step('a tool says nothing', () => tool.onApplicationBootstrap());
      await script.rows('process');
    });
    expect(written.replaceAll(`${hostname()} ${process.pid}`, 'here 1')).toMatchSnapshot();
    await shop.app.get(ProcessRegistry).onApplicationBootstrap();
  });

  test('names that have open rows and that no one knows', async () => {
    await openIn('polls');
    await stage.order('N', { group: 'none' });
    await stage.poll('N', { group: 'none', state: 'done' });
    await stage.notification('n1', 'A', { group: 'notes', state: 'pending' });
    await stage.notification('n2', 'A', { group: 'notes', state: 'pending' });
    await stage.notification('n3', 'A', { group: 'done', state: 'parked' });
    for (const [index, state] of (['queued', 'sending', 'unknown', 'manual', 'accepted'] as const).entries()) {
      await stage.order(`${state}-1`, { group: state });
      await stage.refund(`r${index}`, `${state}-1`, { group: state, state });
    }
    await stage.order('E', { group: 'effects' });
    await stage.effect('e1', 'E', { group: 'effects' });
    await stage.effect('e2', 'E', { group: 'effects', state: 'dead' });
    const transcript = await stage.transcript(async (written) => {
      await written.step('all but those that are known', async () => {
        const strays = await strayGroups(manager(), new Set(['polls', 'sending']));
        return strays.map(openRowsText);
      });
      await written.step('names alone', () => strayNames(manager(), (name) => !name.startsWith('e')));
    });
    expect(transcript).toMatchSnapshot();
    const counts = { unfinished: 1, notifications: 2, refunds: 3, effects: 4 };
    expect(openRowsText({ group: 'web', ...counts })).toMatchSnapshot();
  });

  test('groups with open rows are sought, and one that is gone is asked for again after a while', async () => {
    const { clock } = stage;
    const asked: string[] = [];
    const resolveGroup = (name: string): TerminalGroupOptions | null => {
      asked.push(name);
      if (name === 'odd') throw new Error('no answer');
      return name.startsWith('gone') ? null : merchant(name);
    };
    const groups = new TerminalGroups({ ...shopOptions(), clock, resolveGroup }, clock);
    const stale = jest.spyOn(groups, 'refreshStale');
    const seeker = new GroupSeeker(stage.shop.dataSource, groups, clock);
    for (const group of ['web', 'new', 'gone', 'odd', ...Array.from({ length: 8 }, (_, index) => `more-${index}`)])
      await openIn(group);
    const transcript = await stage.transcript(async (written) => {
      const step = (title: string, action: () => Promise<unknown>) =>
        written.step(title, async () => {
          await action();
          return { asked: asked.splice(0), refreshed: stale.mock.calls.length };
        });
      const tick = (title: string, ms: number) => {
        clock.advance(ms);
        return step(title, () => seeker.tick());
      };
      await tick('the first look', 0);
      await tick('just before ten seconds are over', 9_999);
      await tick('when they are over', 1);
      clock.set(NOON);
      await tick('a clock that was put back by less', 1);
      clock.set(NOON - 20_000);
      await tick('and by more', 0);
      await step('two look at once', () => Promise.all([seeker.seek(), seeker.seek()]));
      clock.set(NOON - 20_000 + 600_000);
      await step('what is wanted of all groups', () => groups.sought());
      await openIn('gone-2');
      await step('another is gone', () => seeker.seek());
      clock.advance(599_999);
      await step('just before it is asked for again', () => seeker.seek());
      clock.advance(1);
      await step('it is asked for again', () => seeker.seek());
      const fixed = new GroupSeeker(
        stage.shop.dataSource,
        new TerminalGroups({ ...shopOptions(), clock }, clock),
        clock,
      );
      await step('where the options have all groups there is nothing to seek', async () => {
        await fixed.tick();
        await fixed.seek();
      });
    });
    expect(transcript).toMatchSnapshot();
  });

  test('keys are tried before requests are taken, as far as the options ask for it', async () => {
    const { clock, service, shop } = stage;
    const at = (change: Partial<TerminalGroupOptions>): Partial<TerminalGroupOptions> => ({
      baseUrl: service.url,
      ...change,
    });
    const transcript = await stage.transcript(async (written) => {
      const probe = (title: string, terminalGroups: TerminalGroupOptions[], role?: 'cli') =>
        written.step(title, async () => {
          const groups = new TerminalGroups({ terminalGroups, clock }, clock);
          await new KeyProbe(groups, shop.app.get(ServiceCaller), role).onModuleInit();
        });
      service.script();
      await probe('not asked for', [merchant('web', at({ probe: 'off' }))]);
      await probe('a tool', [merchant('web', at({ probe: 'refuse' }))], 'cli');
      service.script(known);
      await probe('it is known', [merchant('web', at({ probe: 'refuse' }))]);
      service.script(refusal(1032, 401));
      await probe('it is refused, and the shop does not start', [merchant('web', at({ probe: 'refuse' }))]);
      service.script(refusal(1032, 401));
      await probe('it is refused, and the shop starts', [merchant('web', at({ probe: 'warn' }))]);
      service.script(refusal(1006, 400));
      await probe('it could not be tried', [merchant('web', at({ probe: 'refuse' }))]);
    });
    expect(transcript).toMatchSnapshot();
  });

  test('several keys are tried at once, and only the one that makes the calls keeps a shop from starting', async () => {
    const { clock, service, shop } = stage;
    const keys = [
      { key: canaryKey('old'), until: new Date(NOON - SECOND) },
      { key: canaryKey('spare'), from: new Date(NOON - 2 * SECOND) },
      { key: canaryKey('current'), from: new Date(NOON - SECOND) },
      { key: canaryKey('next'), from: new Date(NOON + SECOND) },
    ];
    service.script(...Array.from({ length: 3 }, () => refusal(1032, 401)));
    const web = merchant('web', { baseUrl: service.url, apiKeys: keys, probe: 'refuse' });
    const groups = new TerminalGroups({ terminalGroups: [web], clock }, clock);
    const before = shop.logs.lines.length;
    const failure = await new KeyProbe(groups, shop.app.get(ServiceCaller)).onModuleInit().catch(String);
    // They are answered in any order.
    const lines = [...shop.logs.lines.slice(before), String(failure)].toSorted().join('\n');
    expect(lines.replaceAll(/(?<=127\.0\.0\.1):\d+/g, '')).toMatchSnapshot();
  });

  test('a group that is learnt later, and keys that are tried by hand', async () => {
    const { clock, service, shop } = stage;
    const groups = new TerminalGroups({ terminalGroups: [], clock, resolveGroup: () => null }, clock);
    const listeners: Parameters<TerminalGroups['whenLearnt']>[0][] = [];
    jest.spyOn(groups, 'whenLearnt').mockImplementation((listener) => void listeners.push(listener));
    const probe = new KeyProbe(groups, shop.app.get(ServiceCaller));
    const other = await ScriptedService.start();
    other.script(known);
    const web = shop.app.get(TerminalGroups).get('web');
    const transcript = await stage.transcript(async (written) => {
      await probe.onModuleInit();
      const learn = (change: Partial<typeof web>): void => {
        for (const listener of listeners) listener({ ...web, ...change });
      };
      await written.step('no one asks for it', () => learn({ probe: 'off' }));
      service.script(refusal(1032, 401));
      await written.step('it is refused, and known as a key of the other mode', async () => {
        learn({ probe: 'refuse', otherModeUrl: `${other.url}/v1` });
        await waitFor(() => shop.logs.matching('1032').length > 0);
      });
      service.script(refusal(1032, 401));
      const calls = jest.spyOn(shop.app.get(ServiceCaller), 'call');
      await written.step('by hand: refused', () => probe.tryKeys({ ...web, timeoutMs: 5_001 }));
      service.script(known);
      await written.step('by hand: known', () => probe.tryKeys({ ...web, timeoutMs: 4_999 }));
      await written.step('how long each may take', () =>
        calls.mock.calls.map(
          ([
            {
              timeoutMs,
              calls: { readPatienceMs },
            },
          ]) => [timeoutMs, readPatienceMs],
        ),
      );
      service.script(refusal(1006, 400));
      await written.step('by hand: unclear', () => probe.tryKeys(web));
    });
    other.close();
    expect(transcript).toMatchSnapshot();
  });
});
