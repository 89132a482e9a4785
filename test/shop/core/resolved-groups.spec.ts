import { describe, expect, it, jest } from '@jest/globals';
import { TerminalGroups, type TerminalGroupOptions, type TillbridgeOptions } from 'tillbridge';
import { ManualClock } from 'tillbridge/testing';
import { canaryKey } from '../../support/canary.js';
import { failureOf } from '../../support/failure-of.js';
import { shopOptions } from '../../support/shop-host.js';

const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE = 60_000;

/** A merchant as the host's own table would have it. */
const merchant = (name: string, change: Partial<TerminalGroupOptions> = {}): TerminalGroupOptions => ({
  name,
  mode: 'sandbox',
  apiKeys: [canaryKey(`${name}-key`)],
  baseUrl: 'http://127.0.0.1:9',
  notificationUrl: `http://localhost:9/payments/notifications/${name}`,
  ...change,
});

type Ask = NonNullable<TillbridgeOptions['resolveGroup']>;

/** Groups that are found by a function, which is counted. */
function stage(answer: Ask, options: Partial<TillbridgeOptions> = {}) {
  const clock = new ManualClock(NOON);
  const asked: string[] = [];
  const resolveGroup: Ask = (name) => {
    asked.push(name);
    return answer(name);
  };
  const groups = new TerminalGroups({ ...shopOptions(), clock, resolveGroup, ...options }, clock);
  return { clock, asked, groups };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));

describe('a terminal group that is found at run time', () => {
  it('is asked for once, however many ask, and is one of the groups from then on', async () => {
    const { groups, asked } = stage(async (name) => merchant(name));
    expect(groups.find('anna')).toBeUndefined();
    const found = await Promise.all(Array.from({ length: 100 }, () => groups.resolve('anna')));
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(['anna']));
    expect(asked).toEqual(['anna']);
    expect(groups.get('anna').keys.current).toBe(canaryKey('anna-key'));
    expect(groups.all.map(({ name }) => name)).toEqual(['web', 'anna']);
  });

  it('has the defaults of a configured one', async () => {
    const { groups } = stage((name) => merchant(name));
    const { name: _, notificationUrl: _url, keys: _keys, capabilities: _secret, ...found } = await groups.resolve('a');
    const { name: _n, notificationUrl: _u, keys: _k, capabilities: _c, ...configured } = groups.get('web');
    expect(found).toEqual(configured);
  });

  it('may be the only kind', async () => {
    const { groups } = stage((name) => merchant(name), { terminalGroups: [] });
    expect((await groups.resolve('anna')).name).toBe('anna');
    expect(() => new TerminalGroups({ terminalGroups: [] })).toThrow('at least one terminal group');
    expect(() => new TerminalGroups({ terminalGroups: [], resolveGroup: 'anna' as never })).toThrow(
      'resolveGroup must',
    );
  });

  it('never takes the place of a configured one', async () => {
    const { groups, asked } = stage((name) => merchant(name));
    expect((await groups.resolve('web')).keys.current).toBe(canaryKey('web'));
    expect(asked).toEqual([]);
  });

  it.each([null, undefined])('is unknown when the answer is %s, for a while without another question', async (none) => {
    let answer: TerminalGroupOptions | null | undefined = none;
    const { groups, asked, clock } = stage(() => answer);
    expect(await failureOf(groups.resolve('anna'))).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(await failureOf(groups.resolve('anna'))).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(asked).toEqual(['anna']);
    answer = merchant('anna');
    clock.advance(9_999);
    expect(groups.find('anna')).toBeUndefined();
    expect(await failureOf(groups.resolve('anna'))).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(asked).toEqual(['anna']);
    clock.advance(1);
    expect((await groups.resolve('anna')).name).toBe('anna');
  });

  it('is not asked for by a name that none can have', async () => {
    const { groups, asked } = stage((name) => merchant(name));
    for (const name of ['', 'a b', '../web', 'x'.repeat(65), 'é'])
      expect(await failureOf(groups.resolve(name))).toMatchObject({ code: 'GROUP_UNKNOWN' });
    expect(asked).toEqual([]);
  });

  it('may be asked for by a name that it had before', async () => {
    const { groups } = stage(() => merchant('anna', { aliases: ['ann'] }));
    expect((await groups.resolve('ann')).name).toBe('anna');
    expect(groups.find('anna')).toBe(groups.find('ann'));
  });
});

describe('an answer that cannot be used', () => {
  it('is an error that names the group and lists every fault, without any key', async () => {
    const { groups } = stage((name) => ({
      ...merchant(name, { apiKeys: [], timeoutMs: 1 }),
      colour: 'red',
    }));
    const error = await failureOf(groups.resolve('anna'));
    expect(error.code).toBe('OPTIONS_INVALID');
    expect(error.message).toContain('"anna"');
    expect(error.message).toContain('apiKeys');
    expect(error.message).toContain('timeoutMs');
    expect(error.message).toContain('colour');
    expect(error.message).not.toContain('terminalGroups.0');
    expect(groups.find('anna')).toBeUndefined();
  });

  const faulty: [string, Partial<TerminalGroupOptions>, string][] = [
    ['is of another name', { name: 'berta', notificationUrl: 'http://localhost:3000/berta' }, 'name'],
    ['has a prefix that begins another of the same address', { orderIdPrefix: 'nl-' }, 'orderIdPrefix'],
    ['has a prefix that another of the same address begins', { orderIdPrefix: 'nl-x-y-' }, 'orderIdPrefix'],
    ['has an alias that is a name', { aliases: ['web'] }, 'aliases'],
    ['has an alias that is an alias', { aliases: ['old'] }, 'aliases'],
    ['has the key of another group', { apiKeys: [canaryKey('web')] }, 'apiKeys'],
    ['is live over plain http', { mode: 'live' }, 'baseUrl'],
  ];
  it.each(faulty)('because it %s', async (_, change, fault) => {
    const [web] = shopOptions().terminalGroups;
    const terminalGroups = [{ ...web!, orderIdPrefix: 'nl-x-', aliases: ['old'] }];
    const { groups } = stage((name) => merchant(name, change), { terminalGroups });
    const error = await failureOf(groups.resolve('anna'));
    expect(error.code).toBe('OPTIONS_INVALID');
    expect(error.message).toContain(fault);
    expect(groups.all).toHaveLength(1);
  });

  it.each(['a text', 7, []])('because it is %j', async (answer) => {
    const { groups } = stage(() => answer as never);
    expect(await failureOf(groups.resolve('anna'))).toMatchObject({ code: 'OPTIONS_INVALID' });
  });

  it('collides with one that was found before', async () => {
    const { groups } = stage((name) => merchant(name, { apiKeys: [canaryKey('shared')] }));
    await groups.resolve('anna');
    const error = await failureOf(groups.resolve('berta'));
    expect(error.message).toContain('anna');
  });
});

describe('a function that fails', () => {
  it('is a temporary error without what it threw in it, and is asked again after a second', async () => {
    let isDown = true;
    const { groups, asked, clock } = stage(async (name) => {
      if (isDown) throw new Error(`connection refused: password=${canaryKey('anna-key')}`);
      return merchant(name);
    });
    const error = await failureOf(groups.resolve('anna'));
    expect(error).toMatchObject({ code: 'GROUP_UNRESOLVED', httpStatus: 503, kind: 'temporary' });
    expect(error.message).not.toContain('password');
    await failureOf(groups.resolve('anna'));
    expect(asked).toHaveLength(1);
    isDown = false;
    clock.advance(1_100);
    expect((await groups.resolve('anna')).name).toBe('anna');
  });

  it('is waited for five seconds', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance'] });
    try {
      const { groups } = stage(() => new Promise(() => undefined));
      const failing = failureOf(groups.resolve('anna'));
      await jest.advanceTimersByTimeAsync(5_001);
      expect(await failing).toMatchObject({ code: 'GROUP_UNRESOLVED' });
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('what was found', () => {
  it('is asked for again in the background when it is old, and replaced', async () => {
    let key = canaryKey('anna-old');
    const { groups, asked, clock } = stage((name) => merchant(name, { apiKeys: [key] }));
    const old = await groups.resolve('anna');
    key = canaryKey('anna-new');
    clock.advance(4 * MINUTE);
    expect((await groups.resolve('anna')).keys.current).toBe(canaryKey('anna-old'));
    expect(asked).toHaveLength(1);
    clock.advance(2 * MINUTE);
    expect(groups.get('anna')).toBe(old);
    await settled();
    expect(groups.get('anna').keys.current).toBe(canaryKey('anna-new'));
    expect(asked).toHaveLength(2);
  });

  it('is asked for again with few others at a time, once each, and the rest later', async () => {
    const answers: (() => void)[] = [];
    let isSlow = false;
    const { groups, asked, clock } = stage(async (name) => {
      if (isSlow) await new Promise<void>((resolve) => answers.push(resolve));
      return merchant(name);
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const name of names) await groups.resolve(name);
    isSlow = true;
    clock.advance(6 * MINUTE);
    asked.length = 0;
    groups.refreshStale();
    groups.refreshStale();
    await settled();
    expect(asked).toEqual(['a', 'b', 'c', 'd']);
    for (const answer of answers) answer();
    await settled();
    groups.refreshStale();
    await settled();
    expect(asked).toEqual(names);
    for (const answer of answers) answer();
    await settled();
    groups.refreshStale();
    await settled();
    expect(asked).toEqual(names);
  });

  it('lasts as long as resolvedGroupMs says', async () => {
    const { groups, asked, clock } = stage((name) => merchant(name), { resolvedGroupMs: MINUTE });
    await groups.resolve('anna');
    clock.advance(MINUTE - 1);
    groups.refreshStale();
    await settled();
    expect(asked).toHaveLength(1);
    clock.advance(1);
    groups.refreshStale();
    await settled();
    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => unknown]>([
    ['is faulty', () => merchant('anna', { timeoutMs: 1 })],
    ['fails', () => Promise.reject(new Error('down'))],
  ])('stays when the next answer %s', async (_, bad) => {
    let answer: () => unknown = () => merchant('anna');
    const { groups, clock, asked } = stage((() => answer()) as Ask);
    await groups.resolve('anna');
    answer = bad;
    for (let round = 0; round < 5; round += 1) {
      clock.advance(6 * MINUTE);
      groups.refreshStale();
      await settled();
    }
    expect(asked.length).toBeGreaterThan(3);
    expect(groups.get('anna').keys.current).toBe(canaryKey('anna-key'));
  });

  it('is gone when the next answer is null, and may come back', async () => {
    let answer: TerminalGroupOptions | null = merchant('anna');
    const { groups, clock } = stage(() => answer);
    await groups.resolve('anna');
    answer = null;
    clock.advance(6 * MINUTE);
    groups.refreshStale();
    await settled();
    expect(groups.find('anna')).toBeUndefined();
    answer = merchant('anna');
    clock.advance(MINUTE);
    expect((await groups.resolve('anna')).name).toBe('anna');
  });

  it('is forgotten at once by forget, which leaves configured ones alone', async () => {
    let key = canaryKey('anna-old');
    const { groups } = stage((name) => merchant(name, { apiKeys: [key] }));
    await groups.resolve('anna');
    key = canaryKey('anna-new');
    expect(groups.forget('anna')).toBe(true);
    expect(groups.find('anna')).toBeUndefined();
    expect((await groups.resolve('anna')).keys.current).toBe(canaryKey('anna-new'));
    expect(groups.forget('web')).toBe(false);
    expect(groups.find('web')).toBeDefined();
  });

  it('is not what was on its way when it was forgotten', async () => {
    const answers: ((options: TerminalGroupOptions) => void)[] = [];
    const { groups } = stage(() => new Promise((resolve) => void answers.push(resolve)));
    const resolving = groups.resolve('anna');
    await settled();
    groups.forget('anna');
    answers[0]!(merchant('anna', { apiKeys: [canaryKey('anna-old')] }));
    await settled();
    answers[1]!(merchant('anna', { apiKeys: [canaryKey('anna-new')] }));
    expect((await resolving).keys.current).toBe(canaryKey('anna-new'));
  });

  it('goes on under its new name, when the answer for the old one has it', async () => {
    let answer = merchant('ann');
    const { groups, clock } = stage(() => answer);
    await groups.resolve('ann');
    answer = merchant('anna', { aliases: ['ann'], apiKeys: [canaryKey('ann-key')] });
    clock.advance(6 * MINUTE);
    groups.refreshStale();
    await settled();
    expect(groups.all.map(({ name }) => name)).toEqual(['web', 'anna']);
    expect(groups.get('ann').name).toBe('anna');
  });

  it('keeps the name from another one, whose answer says that it was called so', async () => {
    const { groups } = stage((name) => merchant(name, { aliases: name === 'berta' ? ['anna'] : [] }));
    await groups.resolve('anna');
    expect(await failureOf(groups.resolve('berta'))).toMatchObject({ code: 'OPTIONS_INVALID' });
    expect(groups.get('anna').name).toBe('anna');
  });

  it('takes no more memory for names of which there is none than for ten thousand', async () => {
    const { groups, asked } = stage(() => null);
    for (let index = 0; index <= 10_000; index += 1) await groups.learn(`name-${index}`);
    expect(asked).toHaveLength(10_001);
    await groups.learn('name-10000');
    expect(asked).toHaveLength(10_001);
    await groups.learn('name-0');
    expect(asked).toHaveLength(10_002);
  });

  it('keeps its keys out of texts also when they were replaced', async () => {
    let key = canaryKey('anna-old');
    const { groups } = stage((name) => merchant(name, { apiKeys: [key] }));
    await groups.resolve('anna');
    key = canaryKey('anna-new');
    groups.forget('anna');
    await groups.resolve('anna');
    const text = `refused: ${canaryKey('anna-old')} ${canaryKey('anna-new')} ${canaryKey('web')}`;
    expect(groups.redactor()(text)).not.toMatch(/anna-old|anna-new|web/);
  });

  it('keeps two keys that changed places until both groups are forgotten', async () => {
    const keyOf: Record<string, string> = { anna: canaryKey('one'), berta: canaryKey('two') };
    const { groups, clock } = stage((name) => merchant(name, { apiKeys: [keyOf[name]!] }));
    for (const name of ['anna', 'berta']) await groups.resolve(name);
    [keyOf['anna'], keyOf['berta']] = [keyOf['berta']!, keyOf['anna']!];
    clock.advance(6 * MINUTE);
    groups.refreshStale();
    await settled();
    // Each new answer has the key that the other one is known by.
    expect(groups.get('anna').keys.current).toBe(canaryKey('one'));
    for (const name of ['anna', 'berta']) groups.forget(name);
    for (const name of ['anna', 'berta']) await groups.resolve(name);
    expect(groups.all.slice(1).map(({ keys }) => keys.current)).toEqual([canaryKey('two'), canaryKey('one')]);
  });

  it('forgets also that there is none', async () => {
    let answer: TerminalGroupOptions | null = null;
    const { groups } = stage(() => answer);
    await failureOf(groups.resolve('anna'));
    answer = merchant('anna');
    groups.forget('anna');
    expect((await groups.resolve('anna')).name).toBe('anna');
  });
});
