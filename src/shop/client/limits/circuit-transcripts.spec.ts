import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { callLimits, CallOptions, settled } from '../../core/index.js';
import { CALL_PRIORITIES, type CallPriority } from './call-priority.js';
import { Circuit } from './circuit.js';

beforeEach(() => {
  jest.useFakeTimers({ now: 0 });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('what a circuit lets through', () => {
  type Result = 'works' | 'fails';

  /** Each step is a call and its result, or a wait: `poll fails`, `wait 100`. */
  async function run(options: CallOptions, steps: readonly string[]): Promise<string> {
    const lines: string[] = [];
    const circuit = new Circuit<Result>(
      callLimits(settled(CallOptions, options), 30_000),
      (result) => result === 'fails',
    );
    for (const step of steps) {
      const [who, what] = step.split(' ');
      if (who === 'wait') {
        jest.advanceTimersByTime(Number(what));
        if (circuit.position === 'closed') continue;
      }
      const call = async (): Promise<Result> => {
        if (what === 'throws') throw new Error('not a result');
        return what as Result;
      };
      const came =
        who === 'wait'
          ? ''
          : await circuit.run(who as CallPriority, call).then((each) => ` ${JSON.stringify(each)}`, String);
      const admitted = CALL_PRIORITIES.filter((each) => circuit.admits(each)).join(', ');
      lines.push(
        `${String(performance.now()).padStart(5)} ${step}:${came} ${circuit.position}, admits ${admitted === CALL_PRIORITIES.join(', ') ? 'all' : admitted || 'no one'}`,
      );
    }
    return lines.join('\n');
  }

  const half = Array.from({ length: 10 }, () => ['poll fails', 'wait 1000', 'poll works', 'wait 1000']).flat();

  it.each<[string, CallOptions, string[]]>([
    [
      'after failures in a row',
      { circuitFailures: 2, circuitPauseMs: 500 },
      [
        'poll fails',
        'poll works',
        'poll fails',
        'poll throws',
        'poll fails',
        'refund works',
        'wait 499',
        'refund works',
        'wait 1',
        'poll fails',
        'wait 499',
        'checkout works',
        'wait 1',
        'checkout works',
        'poll fails',
        'poll works',
      ],
    ],
    [
      'after one failure',
      { circuitFailures: 1, circuitPauseMs: 100 },
      ['poll fails', 'wait 100', 'poll throws', 'wait 100', 'poll works'],
    ],
    [
      'when half of twenty calls in half a minute fail',
      { circuitFailures: 100, circuitPauseMs: 1_000 },
      [...half, 'poll fails', 'poll fails', 'poll fails'],
    ],
    [
      'when it is switched off',
      { circuitBreaker: 'off', circuitFailures: 1 },
      ['poll fails', 'poll fails', 'sweep works', 'poll throws'],
    ],
  ])('%s', async (_title, options, steps) => {
    expect(await run(options, steps)).toMatchSnapshot();
  });
});
