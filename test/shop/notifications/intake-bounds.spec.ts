import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { HttpException, type ArgumentsHost } from '@nestjs/common';
import { GroupLookup } from '../../../src/shop/notifications/intake/group-lookup.js';
import { NotificationRefused } from '../../../src/shop/notifications/intake/notification-answer.js';
import { NotificationRefusedFilter } from '../../../src/shop/notifications/intake/notification-refused.filter.js';
import type { IncomingNotification } from '../../../src/shop/notifications/intake/notification-authenticator.js';

afterEach(() => void jest.restoreAllMocks());

describe('names of terminal groups that are not known', () => {
  /** What is known of each name, and what is asked of the host. */
  function lookupOf(stateOf: (name: string) => string, learn: (name: string) => Promise<unknown>) {
    const asked: string[] = [];
    const groups = {
      stateOf,
      learn: (name: string) => {
        asked.push(name);
        return learn(name);
      },
    };
    const policy = { addressOf: ({ socket }: IncomingNotification) => socket?.remoteAddress };
    const bootCheck = { isOn: (headers: object) => 'own' in headers };
    const lookup = Reflect.construct(GroupLookup, [groups, policy, bootCheck]) as GroupLookup;
    const begin = (group: string, remoteAddress = '192.0.2.1', headers = {}) =>
      lookup.begin({ params: { group }, headers, query: {}, socket: { remoteAddress }, rawBody: undefined });
    return { asked, begin };
  }
  const isRefused = { ok: false, refusal: 'unavailable', reason: expect.stringContaining('too many names') };

  it.each([
    ['known', 0],
    ['unknown', 0],
    ['open', 1],
    ['asked', 1],
  ])('that are %s cost the host %d calls', async (state, calls) => {
    const { asked, begin } = lookupOf(
      () => state,
      () => Promise.resolve(),
    );
    const begun = begin('m-anna');
    expect(begun === null).toBe(calls === 0);
    expect(await begun).toBeNull();
    expect(asked).toHaveLength(calls);
    expect(begin('m-anna', '192.0.2.1', { own: '1' })).toBeNull();
    expect(asked).toHaveLength(calls);
  });

  it('are to come again when the host cannot say', async () => {
    const { begin } = lookupOf(
      () => 'open',
      () => Promise.reject(new Error('no database')),
    );
    expect(await begin('m-anna')).toMatchObject({
      ok: false,
      refusal: 'unavailable',
      reason: 'its terminal group could not be looked up by resolveGroup',
    });
  });

  it('are looked up twenty times in ten seconds for one address, and a hundred times for all', async () => {
    let passedMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => passedMs);
    const { asked, begin } = lookupOf(
      () => 'open',
      () => Promise.resolve(),
    );
    const from = async (address: string, times: number): Promise<number> => {
      const before = asked.length;
      for (let time = 0; time < times; time += 1) {
        const refused = await begin(`m-${time}`, address);
        if (refused) expect(refused).toEqual(isRefused);
      }
      return asked.length - before;
    };
    const got: number[] = [];
    for (const last of [1, 2, 3, 4]) got.push(await from(`192.0.2.${last}`, 22));
    got.push(await from('192.0.2.5', 18), await from('192.0.2.6', 4));
    expect(got).toEqual([20, 20, 20, 20, 18, 2]);
    passedMs = 10_000;
    expect(await from('192.0.2.1', 22)).toBe(20);
  });

  it('wait in a number of sixty-four for the host, and in no greater one, whoever has asked first', async () => {
    const ends: (() => void)[] = [];
    const { asked, begin } = lookupOf(
      () => 'asked',
      () => new Promise<void>((resolve) => void ends.push(resolve)),
    );
    const waiting = Array.from({ length: 64 }, () => begin('m-anna'));
    expect(await begin('m-anna')).toEqual(isRefused);
    ends.shift()!();
    expect(await waiting[0]).toBeNull();
    const next = begin('m-anna');
    expect(await begin('m-anna')).toEqual(isRefused);
    for (const end of ends) end();
    expect(await next).toBeNull();
    expect(asked).toHaveLength(65);
  });
});

describe('what goes wrong on the notification route', () => {
  const added: unknown[][] = [];
  const filter = Reflect.construct(NotificationRefusedFilter, [
    { add: (...some: unknown[]) => added.push(some) },
  ]) as NotificationRefusedFilter;
  const handle = filter.catch.bind(filter);

  /** How it is answered. */
  function answerTo(error: unknown, params?: object): string {
    added.length = 0;
    let answer = '';
    const response = {
      headersSent: false,
      writeHead: (status: number) => (answer = String(status)),
      end: (body: string) => (answer += ` ${body}`),
    };
    const http = { getRequest: () => ({ params }), getResponse: () => response };
    handle(error, { switchToHttp: () => http } as ArgumentsHost);
    return answer;
  }
  const reasonOf = ([refused, group, sort]: readonly unknown[]): string =>
    [(refused as NotificationRefused).reason, group, sort].join(' | ');

  it.each([
    [new NotificationRefused('refused', 'mismatch'), '401 refused', 'mismatch | web | '],
    [new HttpException('no', 499), '401 refused', 'by the host application, HttpException: no | web | host'],
    [new HttpException('no', 500), '503 not stored, send it again', 'HttpException: no | web | host'],
    [new TypeError('no'), '503 not stored, send it again', 'TypeError: no | web | host'],
    ['no', '503 not stored, send it again', 'unexpected error | web | host'],
    [null, '503 not stored, send it again', 'unexpected error | web | host'],
  ])('is answered for: %s', (error, answer, reason) => {
    expect(answerTo(error, { group: 'web' })).toBe(answer);
    expect(added.map(reasonOf)).toEqual([reason]);
  });

  it('is told without a group where the host has named none', () => {
    answerTo(new HttpException('no', 403));
    expect(added.map(reasonOf)).toEqual(['by the host application, HttpException: no |  | host']);
  });
});
