import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { inspect } from 'node:util';
import { isPaymentError, type CallOptions, type TerminalGroup } from 'tillbridge';
import type { CallOutcome } from '../../../src/shop/client/index.js';
import { ManualClock } from '../../../src/support/index.js';
import { canaryKey } from '../../support/canary.js';
import { findCanary } from '../../support/canary-scanner.mjs';
import { json, refusal, reset, ScriptedService, stalledBody, type Reply } from '../../support/scripted-service.js';
import { waitFor } from '../../support/wait-for.js';
import { Calls, CREATE, groupAt, READ, SUCCESS } from './calls-fixture.js';

const accepted = json(200, SUCCESS);
const unavailable = json(503, { success: false });

describe('the limits that calls of a terminal group share', () => {
  const closers: (() => unknown)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function start(limits: CallOptions, replies: Reply[] = []) {
    const service = await ScriptedService.start();
    const calls = new Calls();
    closers.push(
      () => service.close(),
      () => calls.close(),
    );
    service.script(...replies);
    return { service, caller: calls.caller, group: groupAt(service.url, { calls: limits }) };
  }

  it('holds reads and writes back while the service does not work, and tries it out later', async () => {
    // What is held back must not use up the budget: there are four calls in all.
    const budget = { burst: 4, reservedCalls: 0, callsPerSecond: 1, maxWaitMs: 0 };
    const limits = { circuitFailures: 2, circuitPauseMs: 200, ...budget };
    const { service, caller, group } = await start(limits, [reset, unavailable, accepted]);
    // The pause must not end while a slow machine is still at the calls that are held back.
    const still = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    closers.push(() => still.mockRestore());
    for (const request of [CREATE, READ]) await caller.attempt(group, request);
    expect(caller.health(group)).toMatchObject({ circuit: 'open', waiting: 0 });
    for (const request of [CREATE, READ, READ, READ]) {
      expect(await caller.attempt(group, request, { orderId: 'A-1' })).toMatchObject({
        kind: 'not-sent',
        phase: 'queue',
        error: { code: 'CIRCUIT_OPEN', execution: 'not-executed', retry: 'backoff', orderId: 'A-1' },
      });
    }
    expect(service.calls).toHaveLength(2);
    still.mockRestore();
    await waitFor(async () => (await caller.attempt(group, READ)).kind === 'accepted');
    expect(caller.health(group).circuit).toBe('closed');
  });

  it('is never held back by refusals', async () => {
    const { caller, group } = await start(
      { circuitFailures: 2 },
      Array.from({ length: 6 }, () => refusal(1006)),
    );
    for (let call = 0; call < 6; call += 1) {
      expect(await caller.attempt(group, READ)).toMatchObject({ kind: 'rejected' });
    }
    expect(caller.health(group).circuit).toBe('closed');
  });

  it('sends away what waits too long for its turn, unsent', async () => {
    const limits = { callsPerSecond: 1, burst: 2, reservedCalls: 1, maxWaitMs: 50 };
    const { service, caller, group } = await start(limits, [accepted, accepted]);
    const outcomes = await Promise.all(
      [READ, READ].map((request) => caller.attempt(group, request, { priority: 'sweep' })),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'not-sent']);
    expect(outcomes[1]).toMatchObject({ error: { code: 'API_BUDGET_EXHAUSTED', execution: 'not-executed' } });
    expect(await caller.attempt(group, CREATE)).toMatchObject({ kind: 'accepted' });
    expect(service.calls).toHaveLength(2);
  });

  it('repeats reads within the attempts, and writes never', async () => {
    const { service, caller, group } = await start({}, [reset, unavailable, accepted]);
    expect(await caller.call(group, READ)).toMatchObject({ data: { order_id: 'A-1' } });
    expect(service.calls).toHaveLength(3);
    service.script(unavailable);
    await expect(caller.call(group, CREATE)).rejects.toMatchObject({ execution: 'unknown' });
    expect(service.calls).toHaveLength(1);
  });

  it('waits as long as the service asks for, or gives up at once when that is too long', async () => {
    const busy =
      (seconds: string): Reply =>
      (response) =>
        void response.writeHead(429, { 'retry-after': seconds }).end('{}');
    const { service, caller, group } = await start({ readPatienceMs: 5_000 }, [busy('1'), accepted]);
    const started = performance.now();
    await caller.call(group, READ);
    expect(performance.now() - started).toBeGreaterThanOrEqual(999);
    service.script(busy('6'), accepted);
    await expect(caller.call(group, READ)).rejects.toMatchObject({ kind: 'temporary' });
    expect(service.calls).toHaveLength(1);
  });

  it('does not multiply an outage: a hundred reads make thirty repeats at most', async () => {
    const limits: CallOptions = { circuitBreaker: 'off', burst: 1_000, callsPerSecond: 1_000 };
    const replies = Array.from({ length: 300 }, () => json(408, '{}'));
    const { service, caller, group } = await start(limits, replies);
    await Promise.allSettled(Array.from({ length: 100 }, () => caller.call(group, READ)));
    expect(service.calls.length).toBeGreaterThan(100);
    expect(service.calls.length).toBeLessThanOrEqual(130);
  });
});

describe('the options of these limits', () => {
  const faultsOf = (calls: unknown): string => {
    try {
      groupAt('http://127.0.0.1:9', { calls: calls as CallOptions });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('are checked, each and together', () => {
    const faults = faultsOf({ burst: 0, callsPerSecond: 1.5, maxWaitMs: '5', circuitBreaker: 'maybe' });
    for (const name of ['burst', 'callsPerSecond', 'maxWaitMs', 'circuitBreaker']) {
      expect(faults).toContain(`terminalGroups.0.calls.${name}: ${name} must be`);
    }
    expect(faultsOf({ burst: 4, reservedCalls: 4 })).toContain('terminalGroups.0.calls.reservedCalls: must be less');
    expect(faultsOf({ connectTimeoutMs: 31_000 })).toContain('terminalGroups.0.calls.connectTimeoutMs: must not');
    expect(faultsOf('generous')).toContain('terminalGroups.0.calls');
  });

  it('have defaults that fit what is said', () => {
    expect(groupAt('http://127.0.0.1:9', { calls: { burst: 6, readAttempts: undefined } }).calls).toMatchObject({
      burst: 6,
      reservedCalls: 1,
      readAttempts: 3,
    });
  });
});

describe('the API key of a call (promise 6)', () => {
  const FAILURES: [string, Reply | 'no one listens'][] = [
    ['no one listens', 'no one listens'],
    ['the connection is reset', reset],
    ['the body stalls', stalledBody],
    ['the answer is a page', json(502, '<html>')],
    ['the key is refused', refusal(1032, 401)],
    ['the service quotes the URL', (response, call) => void response.writeHead(404).end(`no ${call.url}`)],
    ['the service sends elsewhere', (response, call) => void response.writeHead(302, { location: call.url }).end()],
  ];

  /** Everything of a value that anybody could print. */
  const printed = (value: object): string =>
    [true, false]
      .map((customInspect) => inspect(value, { depth: Infinity, showHidden: true, getters: true, customInspect }))
      .concat(JSON.stringify(value))
      .join('\n');

  async function failAll(group: (url: string) => TerminalGroup, reply: Reply | 'no one listens') {
    const service = await ScriptedService.start();
    const calls = new Calls();
    service.script(...(reply === 'no one listens' ? [] : [reply, reply]));
    const target = group(service.url);
    if (reply === 'no one listens') service.close();
    const outcomes: CallOutcome[] = [];
    for (const request of [READ, CREATE]) outcomes.push(await calls.caller.attempt(target, request));
    if (reply !== 'no one listens') service.close();
    await calls.close();
    return { outcomes, urls: service.calls.map(({ url }) => url) };
  }

  it.each(FAILURES)('is nowhere in what comes back when %s', async (_title, reply) => {
    for (const apiKeyIn of ['header', 'query'] as const) {
      const { outcomes, urls } = await failAll((url) => groupAt(url, { apiKeyIn, timeoutMs: 200 }), reply);
      for (const url of urls) expect(url.includes(canaryKey('web'))).toBe(apiKeyIn === 'query');
      for (const outcome of outcomes) {
        expect(outcome.kind).not.toBe('accepted');
        const { error } = outcome as { error?: unknown };
        expect(isPaymentError(error) && findCanary(printed(outcome) + printed(error) + String(error.stack))).toBe(
          undefined,
        );
      }
    }
  });

  it('is waited for by no one: once it has ended, nothing is sent', async () => {
    const clock = new ManualClock();
    const service = await ScriptedService.start();
    const calls = new Calls(clock);
    const until = '2026-01-01T01:00:00Z';
    const group = groupAt(service.url, { apiKeys: [{ key: canaryKey('web'), until }] }, clock);
    service.script(accepted, accepted);
    expect(await calls.caller.attempt(group, READ)).toMatchObject({ kind: 'accepted', startedAt: clock.now() });
    clock.set(Date.parse(until));
    expect(await calls.caller.attempt(group, READ)).toMatchObject({
      kind: 'not-sent',
      phase: 'queue',
      error: { code: 'KEY_EXPIRED' },
    });
    expect(service.calls).toHaveLength(1);
    await calls.close();
    service.close();
  });
});
