import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogCapture } from '../../../../test/support/log-capture.js';
import { ManualClock } from '../../../support/index.js';
import type { TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { ResolvedGroup, TillbridgeOptions } from '../options/tillbridge.options.js';
import { TerminalGroups } from './terminal-groups.js';

const NOON = Date.UTC(2026, 0, 15, 11);
const groupOf = (name: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
  name,
  mode: 'sandbox',
  apiKeys: [`a-key-of-${name}`],
  notificationUrl: `http://localhost/n/${name}`,
  ...change,
});

describe('terminal groups', () => {
  const clock = new ManualClock(NOON);
  const logs = new LogCapture();
  const lines: string[] = [];
  /** What the host's function answers next, by name. */
  const answers = new Map<string, () => ResolvedGroup | Promise<ResolvedGroup>>();
  let groups: TerminalGroups;

  beforeAll(() => Logger.overrideLogger(logs));
  afterAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
    clock.set(NOON);
    lines.length = 0;
    logs.lines.length = 0;
    answers.clear();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const made = (change: Partial<TillbridgeOptions> = {}): TerminalGroups => {
    groups = new TerminalGroups({ terminalGroups: [groupOf('web', { aliases: ['former'] })], ...change }, clock);
    groups.whenLearnt(({ name }) => lines.push(`  learnt ${name}`));
    return groups;
  };
  const growing = (change: Partial<TillbridgeOptions> = {}): TerminalGroups =>
    made({
      resolveGroup: (name) => {
        lines.push(`  asked for ${name}`);
        return (answers.get(name) ?? (() => null))();
      },
      resolvedGroupMs: 60_000,
      ...change,
    });
  const standing = (...names: string[]): void => {
    const states = names.map((name) => `${name} ${groups.stateOf(name)}`).join(', ');
    lines.push(`  ${states}; all ${groups.all.map(({ name }) => name).join(', ')}`);
    for (const line of logs.lines.splice(0)) lines.push(`  [${line}`);
  };
  const step = async (title: string, action: () => unknown, ...names: string[]): Promise<void> => {
    lines.push(`${title}`);
    try {
      lines.push(`= ${JSON.stringify(await action()) ?? 'nothing'}`);
    } catch (error) {
      lines.push(`= throws ${(error as { code?: string }).code}: ${String(error)}`);
    }
    await jest.advanceTimersByTimeAsync(0);
    standing(...names);
  };
  const resolved = async (name: string): Promise<string> => (await groups.resolve(name)).name;

  it('of the options alone', async () => {
    made();
    await step('by its name', () => groups.get('web').name, 'web', 'former', 'till');
    await step('by the name that it had', () => resolved('former'));
    await step('no such group', () => groups.get('till'));
    await step('no such group, asked for', () => resolved('till'));
    await step('learnt', () => groups.learn('till'));
    await step('what is known', () => [
      groups.mayGrow,
      groups.isConfigured('web'),
      groups.isConfigured('former'),
      groups.mayResolve('till'),
      groups.forget('web'),
    ]);
    await step('how long its rows wait', async () => [await groups.rowsWaitMs('web'), await groups.rowsWaitMs('till')]);
    groups.useSeeker(async () => void lines.push('  sought'));
    await step('sought', async () => (await groups.sought()).length);
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('that are found at run time', async () => {
    growing();
    groups.useSeeker(async () => void lines.push('  sought'));
    answers.set('anna', () => groupOf('anna'));
    await step('nothing is known', () => groups.mayGrow, 'anna', 'web', 'a b');
    await step(
      'one that is there, asked for twice at once',
      () => Promise.all([resolved('anna'), resolved('anna')]),
      'anna',
    );
    await step('known', () => groups.get('anna').name);
    await step('a name that none can have', () => resolved('a b'), 'a b');
    await step('none', () => resolved('berta'), 'berta');
    await step('none, remembered', () => groups.learn('berta'));
    clock.advance(9_999);
    await step('remembered for ten seconds', () => groups.learn('berta'), 'berta');
    clock.advance(1);
    await step('asked again after that', () => groups.learn('berta'), 'berta');
    clock.advance(-1_000_000);
    await step('and when the clock was put back', () => groups.learn('berta'), 'berta');
    await step('sought', async () => (await groups.sought()).length);
    await step('how long their rows wait', async () => [
      await groups.rowsWaitMs('anna'),
      await groups.rowsWaitMs('berta'),
    ]);
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('whose answer cannot be used', async () => {
    growing();
    answers.set('anna', () => Promise.reject(Object.assign(new Error('a-key-of-anna'), { code: 'ECONNREFUSED' })));
    await step('the function fails', () => resolved('anna'), 'anna');
    await step('it is not asked for a second', () => resolved('anna'));
    clock.advance(999);
    await step('not yet', () => groups.rowsWaitMs('anna'), 'anna');
    clock.advance(1);
    await step('asked again', () => resolved('anna'), 'anna');
    answers.set('berta', () => groupOf('berta', { timeoutMs: 1 }));
    await step('options with faults', () => resolved('berta'), 'berta');
    await step('not asked for a second', () => resolved('berta'));
    answers.set('clara', () => new Promise(() => undefined));
    const late = resolved('clara').catch(String);
    await jest.advanceTimersByTimeAsync(4_999);
    standing('clara');
    await jest.advanceTimersByTimeAsync(1);
    await step('no answer within five seconds', () => late, 'clara');
    clock.advance(60_000);
    answers.set('clara', () => groupOf('clara'));
    await step('it answers again', () => resolved('clara'), 'clara');
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('whose answers grow old', async () => {
    growing();
    const names = ['a', 'b', 'c', 'd', 'e'].map((letter) => `shop-${letter}`);
    for (const name of names) answers.set(name, () => groupOf(name));
    await step('five are found', () => Promise.all(names.map(resolved)));
    clock.advance(59_999);
    await step('a minute less a millisecond later', () => groups.refreshStale());
    clock.advance(1);
    await step('a minute later four are asked for again', () => groups.refreshStale());
    await step('and the fifth', () => groups.find('shop-e')?.name);
    clock.advance(-60_000);
    await step('the clock was put back as far', () => groups.find('shop-a')?.name);
    clock.advance(120_000);
    answers.set('shop-a', () => groupOf('shop-a', { apiKeys: ['another-key-of-a'] }));
    answers.set('shop-b', () => groupOf('shop-b', { timeoutMs: 1 }));
    answers.set('shop-c', () => Promise.reject(new TypeError('no')));
    answers.set('shop-d', () => null);
    await step('their answers have changed', () => groups.refreshStale(), ...names);
    await step('what is in use', () => [groups.find('shop-a')?.keys.ids, groups.find('shop-b')?.timeoutMs]);
    await step('old keys are taken out of texts, too', () =>
      groups.redactor()('a-key-of-shop-a, another-key-of-a, a-key-of-shop-d, a-key-of-web'),
    );
    await step('forgotten', () => [groups.forget('shop-a'), groups.forget('shop-x')], 'shop-a', 'shop-x');
    await step('its key is taken out as well', () => groups.redactor()('another-key-of-a'));
    answers.set('shop-e', () => groupOf('new', { aliases: ['shop-e'], notificationUrl: 'http://localhost/n/new' }));
    clock.advance(60_000);
    await step('it has another name now', () => groups.find('shop-e')?.name, 'shop-e');
    await step('by the name that it had', () => groups.get('shop-e').name, 'new', 'shop-e');
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('that are forgotten while they are asked for', async () => {
    growing();
    let answer: (group: ResolvedGroup) => void = () => undefined;
    answers.set('anna', () => new Promise((resolve) => (answer = resolve)));
    const first = resolved('anna');
    await step('asked for', () => null, 'anna');
    await step('forgotten meanwhile', () => groups.forget('anna'), 'anna');
    answers.set('anna', () => groupOf('anna', { timeoutMs: 5_000 }));
    answer(groupOf('anna', { timeoutMs: 4_000 }));
    await step('asked once more', () => first, 'anna');
    await step('the newer answer', () => groups.get('anna').timeoutMs);
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('beside others on one account', () => {
    const { all } = made({
      terminalGroups: [
        groupOf('web', { orderIdPrefix: 'w-' }),
        groupOf('till', {
          orderIdPrefix: 't-',
          notifications: { allowedSources: ['192.0.2.0/24'], byGet: true, capabilitySecrets: ['s'.repeat(16)] },
        }),
        groupOf('kiosk'),
        groupOf('other', { orderIdPrefix: 'o-', baseUrl: 'http://localhost:4001/' }),
      ],
    });
    expect(
      all.map(({ name, baseUrl, orderIdPrefix, otherPrefixes, takesGet, allowedSources, capabilities }) =>
        [
          name,
          baseUrl,
          orderIdPrefix,
          otherPrefixes.join(),
          takesGet,
          allowedSources !== null,
          capabilities.isRequired,
        ].join(' '),
      ),
    ).toMatchSnapshot();
  });
});
