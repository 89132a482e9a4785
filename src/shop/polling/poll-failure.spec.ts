import { describe, expect, it, jest } from '@jest/globals';
import { serviceError } from '../../protocol/index.js';
import { notAnOrder } from '../client/index.js';
import { refusal } from '../core/index.js';
import { blameOf, retryGap, type Blame } from './poll-failure.js';

const failed = (code: string, rest: Partial<Parameters<typeof refusal>[0]> = {}) =>
  refusal({ code, message: 'no answer', advice: 'wait', ...rest });

describe('a poll without a result', () => {
  it.each<[Blame, unknown]>([
    ['row', new Error('the shop fell over')],
    ['row', null],
    ['service', Object.assign(new Error('could not extend file'), { code: '53100' })],
    ['absent', failed('ORDER_UNKNOWN', { httpStatus: 404 })],
    ['held', failed('CIRCUIT_OPEN')],
    ['held', failed('API_BUDGET_EXHAUSTED')],
    ['held', failed('SHUTTING_DOWN')],
    ['group', failed('LIST_UNREADABLE', { kind: 'configuration' })],
    ['service', failed('LIST_UNREADABLE', { kind: 'temporary' })],
    ['row', failed('LIST_UNREADABLE', { kind: 'unknown' })],
    ['row', notAnOrder('web', 'A-1')],
    [
      'service',
      serviceError({ code: null, text: '', operation: 'read', method: 'GET', httpStatus: 302, envelope: 'E5' }),
    ],
  ])('is the failure of %s', (blame, error) => {
    expect(blameOf(error)).toBe(blame);
  });

  it('is that of its own where others are read meanwhile, and only a page of something else answers it', () => {
    const page = serviceError({
      code: null,
      text: '',
      operation: 'read',
      method: 'GET',
      httpStatus: 302,
      envelope: 'E5',
    });
    expect([blameOf(page, true), blameOf(failed('TIMEOUT', { kind: 'temporary' }), true)]).toEqual(['row', 'service']);
  });

  const HOUR = 3_600_000;

  it('is repeated soon, later each time, and never later than after a success', () => {
    const gap = (attempts: number, gapMs: number, blame: Blame = 'service') => retryGap(blame, { attempts, gapMs });
    for (const [attempts, most] of [
      [1, 15_000],
      [2, 30_000],
      [4, 120_000],
      [20, HOUR],
    ] as const) {
      expect(gap(attempts, 9 * HOUR)).toBeGreaterThanOrEqual(most / 2);
      expect(gap(attempts, 9 * HOUR)).toBeLessThanOrEqual(most);
      expect(gap(attempts, 1_000)).toBe(1_000);
    }
    expect(gap(13, 9 * HOUR, 'row')).toBeLessThanOrEqual(HOUR);
    expect(gap(14, 9 * HOUR, 'row')).toBe(9 * HOUR);
    expect(gap(14, 9 * HOUR, 'service')).toBeLessThanOrEqual(HOUR);
  });

  it('is repeated after this, where chance is even', () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    const gaps = ([1, 2, 8, 9, 13, 14] as const).map((attempts) => [
      retryGap('row', { attempts, gapMs: 9 * HOUR }),
      retryGap('service', { attempts, gapMs: 9 * HOUR }),
      retryGap('held', { attempts, gapMs: 11_249 }),
      retryGap('group', { attempts, gapMs: 11_251 }),
    ]);
    jest.restoreAllMocks();
    expect(gaps).toEqual([
      [11_250, 11_250, 11_249, 11_250],
      [22_500, 22_500, 11_249, 11_251],
      [1_440_000, 1_440_000, 11_249, 11_251],
      [0.75 * HOUR, 0.75 * HOUR, 11_249, 11_251],
      [0.75 * HOUR, 0.75 * HOUR, 11_249, 11_251],
      [9 * HOUR, 0.75 * HOUR, 11_249, 11_251],
    ]);
  });
});
