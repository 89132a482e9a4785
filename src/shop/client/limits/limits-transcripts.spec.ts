import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { callLimits, CallOptions, settled, type BudgetAnswer, type CallLimits } from '../../core/index.js';
import { ApiRateLimiter } from './api-rate-limiter.js';
import type { CallBucket, Taken } from './call-bucket.js';
import { CALL_PRIORITIES, type CallPriority } from './call-priority.js';
import { ProcessBucket } from './process-bucket.js';
import { SharedBucket } from './shared-bucket.js';

const limitsOf = (options: CallOptions): CallLimits => callLimits(settled(CallOptions, options), 30_000);

/** What is asked, in one line: `poll 3` are three polls at once, `wait 100` is 100 ms, `close` is the end. */
type Step = `${CallPriority | 'wait'} ${number}` | 'close';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
  jest.useRealTimers();
});

/** One line for each event, with its time. */
class Lines {
  readonly #lines: string[] = [];

  add(text: string): void {
    this.#lines.push(`${String(performance.now()).padStart(5)} ${text}`);
  }

  get text(): string {
    return this.#lines.join('\n');
  }
}

const watched = (bucket: CallBucket, lines: Lines): CallBucket => ({
  get store() {
    return bucket.store;
  },
  waitMs: (priority) => bucket.waitMs(priority),
  take(priority, wanted) {
    const noted = (taken: Taken): Taken => {
      const pause = taken.pausedMs > 0 ? `, asks for a pause of ${taken.pausedMs}` : '';
      lines.add(`  bucket gives ${taken.granted} of ${wanted} for ${priority}${pause}`);
      return taken;
    };
    const taken = bucket.take(priority, wanted);
    return taken instanceof Promise ? taken.then(noted) : noted(taken);
  },
});

/** Plays steps against a budget, and writes down which call is served when. */
async function play(
  options: CallOptions,
  steps: readonly Step[],
  bucketOf: (limits: CallLimits) => CallBucket = (limits) => new ProcessBucket(limits),
): Promise<string> {
  const lines = new Lines();
  const limits = limitsOf(options);
  const budget = new ApiRateLimiter(limits, {
    bucket: watched(bucketOf(limits), lines),
    onPause: (ms) => lines.add(`  others want a pause of ${ms}`),
  });
  const numbers = new Map<CallPriority, number>();
  const ask = (priority: CallPriority): void => {
    const number = (numbers.get(priority) ?? 0) + 1;
    numbers.set(priority, number);
    void budget
      .acquire(priority)
      .then((mayGo) => lines.add(`${priority} ${number} ${mayGo ? 'goes' : 'is sent away'}`));
  };
  for (const step of steps) {
    const [what, count] = step.split(' ');
    if (what === 'close') budget.close();
    else if (what !== 'wait') for (let call = 0; call < Number(count); call += 1) ask(what as CallPriority);
    await jest.advanceTimersByTimeAsync(what === 'wait' ? Number(count) : 0);
    const { left, burst } = budget.store;
    lines.add(`${step}: ${budget.waiting} waiting, ${left} of ${burst} left, ${jest.getTimerCount()} timer(s)`);
  }
  return lines.text;
}

describe('turns in the budget of one process', () => {
  it.each<[string, CallOptions, Step[]]>([
    [
      'of a burst, and one by one afterwards',
      { callsPerSecond: 10, burst: 4, reservedCalls: 1, maxWaitMs: 350 },
      [
        'poll 2',
        'checkout 1',
        'poll 2',
        'refund 1',
        'return 1',
        'sweep 1',
        'wait 99',
        'wait 1',
        'wait 100',
        'wait 300',
        'wait 1000',
      ],
    ],
    [
      'of which the tenth is the least urgent',
      { callsPerSecond: 100, burst: 1, reservedCalls: 0, maxWaitMs: 60_000 },
      ['return 1', 'return 12', 'sweep 2', 'poll 1', 'wait 100', 'wait 60', 'refund 11', 'sweep 1', 'wait 200'],
    ],
    [
      'of which a sweep has none of the reserve',
      { callsPerSecond: 20, burst: 3, reservedCalls: 2, maxWaitMs: 2_000 },
      ['checkout 14', 'sweep 1', 'wait 600', 'wait 400', 'close', 'sweep 1'],
    ],
    [
      'while there are places to wait',
      { callsPerSecond: 1, burst: 1, reservedCalls: 0, maxWaiting: 2, maxWaitMs: 1_500 },
      ['checkout 1', 'sweep 1', 'poll 1', 'return 1', 'refund 1', 'return 1', 'wait 1000', 'wait 500', 'wait 500'],
    ],
    [
      'without a place to wait',
      { callsPerSecond: 1, burst: 2, reservedCalls: 1, maxWaiting: 0 },
      ['poll 1', 'poll 1', 'refund 1', 'refund 1', 'wait 1000', 'refund 1'],
    ],
    [
      'a millisecond apart',
      { callsPerSecond: 1_000, burst: 1, reservedCalls: 0 },
      ['poll 4', 'wait 1', 'wait 1', 'wait 3'],
    ],
    ['that is closed', { callsPerSecond: 1, burst: 1, reservedCalls: 0 }, ['poll 3', 'close', 'refund 1', 'wait 5000']],
  ])('%s', async (_title, options, steps) => {
    expect(await play(options, steps)).toMatchSnapshot();
  });
});

/** Answers from the list, after 5 ms each. */
const answering = (answers: readonly (BudgetAnswer | null)[], lines?: Lines) => {
  const left = [...answers];
  return {
    take: async (request: object): Promise<BudgetAnswer | null> => {
      lines?.add(`  asked ${JSON.stringify(request)}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return left.shift() ?? null;
    },
  };
};
const granted = (calls: number): BudgetAnswer => ({ granted: calls, held: null, pausedMs: 0 });
const none = (held: number | null, pausedMs = 0): BudgetAnswer => ({ granted: 0, held, pausedMs });

describe('turns in a budget that processes share', () => {
  const limits = { callsPerSecond: 10, burst: 6, reservedCalls: 2, maxWaitMs: 1_000 };
  const shared = (answers: readonly (BudgetAnswer | null)[]) => (of: CallLimits) =>
    new SharedBucket({ budget: answering(answers), group: 'web', limits: of, random: () => 0.5 });

  it.each<[string, (BudgetAnswer | null)[], Step[]]>([
    [
      'as many as were granted; those who came meanwhile are next',
      [granted(1), granted(2), none(2.5), granted(1)],
      ['poll 4', 'checkout 1', 'wait 5', 'wait 5', 'wait 50', 'wait 500', 'wait 1000'],
    ],
    [
      'none while the service wants to be left alone, for those that can wait',
      [none(4, 700), granted(1), granted(1)],
      ['poll 1', 'sweep 1', 'return 1', 'refund 1', 'wait 5', 'wait 5', 'wait 100'],
    ],
    [
      'by the own count while there is no answer',
      [null, null, null],
      ['sweep 6', 'wait 5', 'wait 100', 'wait 100', 'wait 1000'],
    ],
    ['granted after the wait was over', [granted(1), granted(2)], ['poll 1', 'wait 4', 'poll 3', 'close', 'wait 1']],
  ])('%s', async (_title, answers, steps) => {
    expect(await play(limits, steps, shared(answers))).toMatchSnapshot();
  });

  it('are asked for, and waited for, by what the answers were', async () => {
    const lines = new Lines();
    const answers = [
      granted(3),
      { ...granted(1), held: 1.25 },
      none(1.5),
      none(null),
      none(0.5, 300),
      null,
      granted(1),
    ];
    const bucket = new SharedBucket({
      budget: answering(answers, lines),
      group: 'web',
      limits: limitsOf({ ...limits, maxWaitMs: 4_000 }),
      random: () => 0.5,
    });
    const asked = ['poll', 'poll', 'sweep', 'checkout', 'return', 'refund', 'poll', 'checkout', 'return'] as const;
    for (const priority of asked) {
      const taking = Promise.resolve(bucket.take(priority, 4));
      await jest.advanceTimersByTimeAsync(5);
      const { granted: count, pausedMs } = await taking;
      lines.add(`${priority} gets ${count}, pause ${pausedMs}, left ${bucket.store.left}`);
      lines.add(`  waits ${CALL_PRIORITIES.map((each) => `${each} ${bucket.waitMs(each)}`).join(', ')}`);
      await jest.advanceTimersByTimeAsync(200);
    }
    expect(lines.text).toMatchSnapshot();
  });
});

describe('the own count of a process', () => {
  it('is what is left, what is kept, and how long there is nothing', () => {
    const bucket = new ProcessBucket(limitsOf({ callsPerSecond: 4, burst: 6, reservedCalls: 2 }));
    const lines = new Lines();
    const note = (what: string): void => {
      const each = (['checkout', 'poll'] as const).map(
        (priority) =>
          `${priority} ${bucket.possible(priority)} possible, ${bucket.waitMs(priority)} ms, ${bucket.kept(priority)} kept`,
      );
      lines.add(`${what}: ${bucket.store.left} of ${bucket.store.burst}; ${each.join('; ')}`);
    };
    note('full');
    const steps: [string, () => unknown][] = [
      ['2 polls:', () => bucket.take('poll', 2).granted],
      ['3 polls:', () => bucket.take('poll', 3).granted],
      ['1 poll:', () => bucket.take('poll', 1).granted],
      ['5 checkouts:', () => bucket.take('checkout', 5).granted],
      ['after 250 ms', () => jest.advanceTimersByTime(250)],
      ['after 600 ms', () => jest.advanceTimersByTime(600)],
      ['1.5 spent elsewhere', () => bucket.spend(1.5)],
      ['lowered to 1', () => bucket.lowerTo(1)],
      ['not raised by that', () => bucket.lowerTo(3)],
      ['lowered below nothing', () => bucket.lowerTo(-2)],
      ['more spent than there is', () => bucket.spend(2)],
      ['after a minute', () => jest.advanceTimersByTime(60_000)],
    ];
    for (const [title, act] of steps) note([title, act()].join(' '));
    expect(lines.text).toMatchSnapshot();
  });
});
