import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LogCapture } from '../../support/log-capture.js';
// oxfmt-ignore
import { answer, broken, busy, good, outcomeText, READ, refused, WRITE } from '../../support/transmissions.js';
import type { ServiceRequest } from '../../../src/protocol/index.js';
import { ManualClock } from '../../../src/support/index.js';
// oxfmt-ignore
import { TerminalGroups, type BudgetRequest, type CallBudget, type CallOptions, type TerminalGroup } from '../../../src/shop/core/index.js';
import type { CallPriority } from '../../../src/shop/client/limits/call-priority.js';
import type { ClientTransport, Transmission } from '../../../src/shop/client/transport/client-transport.js';

const START = Date.UTC(2026, 0, 15, 11);
const WEB = {
  name: 'web',
  mode: 'sandbox' as const,
  apiKeys: ['a-key-of-the-shop'],
  notificationUrl: 'http://localhost/n/web',
};
const lines: string[] = [];

// Waits are noted, and are over at once: by the clock that never jumps, too.
let nowMs = 0;
jest.unstable_mockModule('node:timers/promises', () => ({
  setTimeout: async (ms: number, _value: unknown, { signal }: { signal: AbortSignal }) => {
    lines.push(`  waits ${ms} ms`);
    if (signal.aborted) throw new Error('aborted');
    nowMs += ms;
  },
}));
const { ServiceCaller } = await import('../../../src/shop/client/transport/service-caller.js');

describe('what becomes of calls', () => {
  const clock = new ManualClock(START);
  const logs = new LogCapture();
  const replies: Transmission[] = [];
  /** What happens while a call is under way. */
  let meanwhile: () => void;
  let caller: InstanceType<typeof ServiceCaller>;

  const transport = {
    send: async (group: TerminalGroup, request: ServiceRequest): Promise<Transmission> => {
      lines.push(`  > ${request.method} ${request.path} (${group.name})`);
      meanwhile();
      return replies.shift() ?? answer(500, 'no more answers');
    },
  } as unknown as ClientTransport;

  const groupWith = (calls: CallOptions = {}, change: object = {}): TerminalGroup =>
    new TerminalGroups({ terminalGroups: [{ ...WEB, calls, ...change }] }, clock).get('web');

  beforeAll(() => Logger.overrideLogger(logs));
  afterAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    lines.length = 0;
    replies.length = 0;
    logs.lines.length = 0;
    nowMs = 1_000;
    clock.set(START);
    meanwhile = () => {
      nowMs += 20;
    };
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    caller = new ServiceCaller(transport, clock);
  });
  afterEach(() => {
    caller.onApplicationShutdown();
    jest.restoreAllMocks();
  });

  const step = async (
    title: string,
    answers: readonly Transmission[],
    action: () => Promise<unknown>,
  ): Promise<void> => {
    replies.splice(0, replies.length, ...answers);
    lines.push(`\n${title}`);
    try {
      lines.push(`= ${JSON.stringify(await action()) ?? 'nothing'}`);
    } catch (error) {
      const { code, execution, retry } = error as { code?: string; execution?: string; retry?: string };
      lines.push(`= throws ${String(error)} ${code} ${execution} ${retry}`);
    }
    for (const line of logs.lines.splice(0)) lines.push(`  [${line}`);
  };
  const attempt = async (group: TerminalGroup, request = READ, priority: CallPriority = 'checkout'): Promise<string> =>
    outcomeText(START, await caller.attempt(group, request, { orderId: 'A', priority }));
  const call = (group: TerminalGroup, request = READ, priority?: CallPriority): Promise<unknown> =>
    caller.call(group, request, { orderId: 'A', ...(priority && { priority }) });
  const health = (group: TerminalGroup): void => {
    const { lastSuccessAt, failingSince, clockSkewMs, circuit, waiting, budget } = caller.health(group);
    const since = (at: number | null): string => (at === null ? 'never' : `T+${at - START}`);
    const admitted = (['checkout', 'poll'] as const).map((priority) => `${priority} ${caller.admits(group, priority)}`);
    lines.push(
      `  ${circuit}, ${waiting} waiting, ${budget.left} of ${budget.burst}; good ${since(lastSuccessAt)}, bad ${since(failingSince)}, ahead by ${clockSkewMs}; ${admitted.join(', ')}`,
    );
  };

  it('by what came back', async () => {
    const group = groupWith();
    await step('a success', [good], () => attempt(group));
    health(group);
    await step('a refusal', [refused(1006)], () => attempt(group));
    await step('a refusal of a write', [refused(1006, 400)], () => attempt(group, WRITE));
    await step('a code that no table has', [refused(1777)], () => attempt(group));
    await step('that code again', [refused(1777)], () => attempt(group));
    await step('a page', [answer(502, '<html>')], () => attempt(group, WRITE));
    await step('half an answer', [answer(200, '{"success":')], () => attempt(group));
    await step('too many calls', [busy('7')], () => attempt(group));
    health(group);
    for (const phase of ['resolve', 'connect', 'tls', 'request', 'response-status', 'response-body'] as const)
      await step(`broken: ${phase}`, [broken({ phase })], () => attempt(group, WRITE));
    for (const reason of ['timeout', 'connect-timeout', 'shutdown', 'too-large'] as const)
      await step(
        `broken: ${reason}`,
        [broken({ reason, phase: reason === 'connect-timeout' ? 'connect' : 'response-body', httpStatus: 200 })],
        () => attempt(group),
      );
    health(group);
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('by the time at the service', async () => {
    const group = groupWith();
    await step(
      'its clock is behind',
      [answer(200, { success: true, data: {} }, { date: new Date(START - 5_000).toUTCString() })],
      () => attempt(group),
    );
    health(group);
    await step('a date that is none', [answer(200, { success: true, data: {} }, { date: 'today' })], () =>
      attempt(group),
    );
    health(group);
    await step('a date until which it is busy', [busy(new Date(START + 9_000).toUTCString())], () => attempt(group));
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('when a read is repeated', async () => {
    const group = groupWith({ readAttempts: 3, readPatienceMs: 2_000, circuitBreaker: 'off' });
    await step('it goes well at last', [broken(), busy(), good], () => call(group));
    await step('three failures', [broken(), broken(), broken()], () => call(group));
    await step('a refusal', [refused(1006)], () => call(group));
    await step('the service asks for a second', [busy('1', 503), good], () => call(group));
    await step('the service asks for more than there is patience', [busy('3', 503), good], () => call(group));
    await step('a write', [broken(), good], () => call(group, WRITE));
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('of which those that can wait leave the service alone', async () => {
    const group = groupWith({ readAttempts: 2, readPatienceMs: 60_000 });
    await step('it asks for three seconds', [busy('3', 503), good], () => call(group, READ, 'poll'));
    await step('a sweep now', [good], () => call(group, READ, 'sweep'));
    await step('it asks for more than the patience of a poll', [busy('59', 503), good], () =>
      call(group, READ, 'poll'),
    );
    await step('others meanwhile', [good, good], async () => [
      await attempt(group, READ, 'sweep'),
      await attempt(group, READ, 'return'),
    ]);
    health(group);
    meanwhile = () => {
      nowMs += 2_000;
    };
    await step('a slow answer counts for the patience', [busy('58', 503), good], () =>
      call(groupWith({ readPatienceMs: 60_000, burst: 9 }), READ, 'poll'),
    );
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('that are held back', async () => {
    const group = groupWith({ circuitFailures: 2, circuitPauseMs: 1_000 });
    await step('two failures', [broken(), broken()], async () => [await attempt(group), await attempt(group, WRITE)]);
    health(group);
    await step('held back', [good], () => attempt(group));
    await step('held back, and thrown', [good], () => call(group, WRITE));
    nowMs += 1_000;
    await step('tried out', [good], () => attempt(group, READ, 'sweep'));
    health(group);
    await step('come too late', [good], async () =>
      outcomeText(START, await caller.attempt(group, READ, { isTimely: () => false })),
    );
    await step('come in time', [good], async () =>
      outcomeText(START, await caller.attempt(group, READ, { isTimely: () => true })),
    );
    const expired = groupWith({}, { apiKeys: [{ key: 'a-key-of-the-shop', until: new Date(START + 1_000) }] });
    clock.advance(1_000);
    await step('without a key', [good], () => attempt(expired));
    clock.advance(-1_000);
    const tight = groupWith({ burst: 2, reservedCalls: 1, callsPerSecond: 1, maxWaiting: 0 });
    await step('more than there may be', [good, good, good], async () => [
      await attempt(tight, READ, 'sweep'),
      await attempt(tight, READ, 'sweep'),
      await attempt(tight, READ, 'refund'),
    ]);
    health(tight);
    const elsewhere = groupWith(
      { burst: 2, reservedCalls: 1, callsPerSecond: 1, maxWaiting: 0 },
      { baseUrl: 'http://localhost:4001' },
    );
    await step('the same group at another address', [good], () => attempt(elsewhere, READ, 'sweep'));
    meanwhile = () => {
      throw new TypeError('a defect of the transport');
    };
    await step('an error that is none of the service', [], () => attempt(groupWith({ burst: 7 })));
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('after the end', async () => {
    const group = groupWith({ burst: 1, reservedCalls: 0, callsPerSecond: 1 });
    await step('those that wait', [good], async () => {
      const waiting = [attempt(group), attempt(group, WRITE, 'refund'), call(group).catch(String)];
      caller.onApplicationShutdown();
      return Promise.all(waiting);
    });
    await step('new ones', [good], () => attempt(group, READ, 'refund'));
    await step('of another group', [good], () => attempt(groupWith({ burst: 9 })));
    caller = new ServiceCaller(transport, clock);
    meanwhile = () => caller.onApplicationShutdown();
    await step('a repeat', [broken(), good], () => call(groupWith({ burst: 10 })));
    expect(lines.join('\n')).toMatchSnapshot();
  });

  it('by a budget that processes share', async () => {
    const asked: string[] = [];
    const budget = (counts: boolean): CallBudget => ({
      counts: (choice) => (asked.push(`counts ${choice}`), counts),
      take: async ({ group, calls, isPatient }: BudgetRequest) => {
        asked.push(`take ${calls} of ${group}${isPatient ? ', patient' : ''}`);
        return isPatient ? { granted: 0, held: 20, pausedMs: 5_000 } : { granted: calls, held: null, pausedMs: 0 };
      },
      pause: async (group, ms) => void asked.push(`pause ${group} ${ms}`),
    });
    const group = groupWith({ budget: 'shared' });
    await step('without a database', [good, good], async () => [await attempt(group), await attempt(group)]);
    caller = new ServiceCaller(transport, clock, undefined, budget(false));
    await step('of a process', [good], () => attempt(groupWith({ budget: 'process' })));
    caller = new ServiceCaller(transport, clock, undefined, budget(true));
    await step('shared', [good], () => attempt(group));
    await step('shared, and a pause is asked for', [good], () => attempt(group, READ, 'poll'));
    health(group);
    await step('the service asks for one', [busy('30', 503)], () => attempt(group));
    lines.push(...asked);
    expect(lines.join('\n')).toMatchSnapshot();
  });
});
