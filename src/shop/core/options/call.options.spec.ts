import { describe, expect, it } from '@jest/globals';
import { settled } from '../../../support/fields/check-fields.js';
import { callFaults, callLimits, CallOptions } from './call.options.js';

const limitsOf = (options: CallOptions, timeoutMs: number) => callLimits(settled(CallOptions, options), timeoutMs);

describe('the limits of calls', () => {
  it.each<[string, CallOptions, number, { connectTimeoutMs?: number; reservedCalls?: number }]>([
    ['connecting has ten seconds', {}, 30_000, { connectTimeoutMs: 10_000 }],
    ['connecting has the whole of a shorter time limit', {}, 9_999, { connectTimeoutMs: 9_999 }],
    ['connecting has as long as it is given', { connectTimeoutMs: 20_000 }, 30_000, { connectTimeoutMs: 20_000 }],
    ['ten calls of the usual burst are kept', {}, 30_000, { reservedCalls: 10 }],
    ['never more than ten', { burst: 400 }, 30_000, { reservedCalls: 10 }],
    ['a quarter of a smaller burst, rounded down', { burst: 39 }, 30_000, { reservedCalls: 9 }],
    ['nothing of a tiny one', { burst: 3 }, 30_000, { reservedCalls: 0 }],
    ['as many as are given', { burst: 39, reservedCalls: 38 }, 30_000, { reservedCalls: 38 }],
  ])('%s', (_title, options, timeoutMs, expected) => {
    const limits = limitsOf(options, timeoutMs);
    expect(limits).toMatchObject(expected);
    expect(callFaults(limits, timeoutMs)).toEqual([]);
  });

  it.each<[CallOptions, number, string[]]>([
    [{ burst: 5, reservedCalls: 5 }, 30_000, ['calls.reservedCalls']],
    [{ connectTimeoutMs: 10_001 }, 10_000, ['calls.connectTimeoutMs']],
    [{ connectTimeoutMs: 10_000 }, 10_000, []],
    [{ burst: 5, reservedCalls: 6, connectTimeoutMs: 500 }, 499, ['calls.reservedCalls', 'calls.connectTimeoutMs']],
  ])('%j within %d ms has these faults: %j', (options, timeoutMs, faults) => {
    expect(callFaults(limitsOf(options, timeoutMs), timeoutMs).map((fault) => fault.split(':')[0])).toEqual(faults);
  });
});
