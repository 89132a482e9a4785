import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import axios from 'axios';
import { isPaymentError } from 'tillbridge';
import { PaymentError } from '../../../src/protocol/index.js';
import { findCanary } from '../../support/canary-scanner.mjs';
import { canaryKey } from '../../support/canary.js';
import { LogCapture } from '../../support/log-capture.js';
import { ScriptedService } from '../../support/scripted-service.js';
import { findLeaks } from '../../support/secret-walk.js';
import { Calls, groupAt } from './calls-fixture.js';
import { FAILURE_PATHS, type PathWorld } from './secrets.paths.js';

const PLACES = ['header', 'query'] as const;
const KEY = canaryKey('web');

const isError = (value: unknown): value is Error => value instanceof Error;

describe('a failure of the client (scenario O1)', () => {
  const warnings: Error[] = [];
  const logs = new LogCapture();
  const note = (warning: Error): void => void warnings.push(warning);
  let service: ScriptedService;

  beforeAll(async () => {
    service = await ScriptedService.start();
    process.on('warning', note);
  });
  beforeEach(() => Logger.overrideLogger(logs));
  afterEach(() => {
    const reported = [...logs.lines.splice(0), ...warnings.splice(0).map((warning) => String(warning.stack))];
    expect(reported.filter((line) => findCanary(line) !== undefined).length).toBe(0);
  });
  afterAll(() => {
    process.off('warning', note);
    Logger.overrideLogger(new LogCapture());
    service.close();
  });

  const cases = PLACES.flatMap((place) =>
    Object.entries(FAILURE_PATHS).map(([title, [code, path]]) => ({ title, place, code, path })),
  );

  it.each(cases)('shows no key after $title, with the key in the $place', async ({ place, code, path }) => {
    const calls = new Calls();
    const world: PathWorld = {
      service,
      calls,
      group: (baseUrl, given) => groupAt(baseUrl, { apiKeyIn: place, ...given }),
    };
    try {
      const held = await path(world);
      const errors = [held].flat().filter(isError);
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.map((error) => isPaymentError(error))).toEqual(errors.map(() => true));
      const codes = new Set(errors.map((error) => isPaymentError(error) && error.code));
      if (code !== '*') expect([...codes]).toEqual([code]);
      expect(findLeaks(held)).toEqual([]);
    } finally {
      await calls.close();
    }
  });
});

describe('the search for keys', () => {
  it.each(PLACES)('finds the key in an error of the transport, with the key in the %s', async (place) => {
    const config = place === 'query' ? { params: { api_key: KEY } } : { headers: { api_key: KEY } };
    const error: unknown = await axios.get('http://127.0.0.1:9/', config).catch((failure: unknown) => failure);
    const wrapped = new Error('failed', { cause: error });
    expect(findLeaks(wrapped).length).toBeGreaterThan(0);
    const kept = new PaymentError({
      code: 'NETWORK',
      message: 'failed',
      kind: 'temporary',
      execution: 'unknown',
      retry: 'no',
      httpStatus: 502,
      advice: '',
      cause: error,
    });
    expect(findLeaks(kept)).toEqual([]);
  });

  class Inherited {
    get secret(): string {
      return KEY;
    }
  }
  const hidden = Object.defineProperty(new Error('hidden'), 'request', { value: { path: `/?api_key=${KEY}` } });

  it.each<[string, unknown]>([
    ['behind an inherited getter', new Inherited()],
    ['in a hidden property', hidden],
    ['under a symbol', { [Symbol('kept')]: KEY }],
    ['in the bytes of a packet', { rawPacket: Buffer.from(`api_key: ${KEY}`) }],
    ['in a map', new Map([[1, { deep: [KEY] }]])],
    ['in a cause of a cause', new Error('a', { cause: new Error('b', { cause: new Error(KEY) }) })],
    [
      'in a getter that throws it',
      Object.defineProperty({}, 'a', {
        get: () => {
          throw new Error(KEY);
        },
      }),
    ],
    ['in upper-case hexadecimal', { text: Buffer.from(KEY).toString('hex').toUpperCase() }],
    ...[0, 1, 2].map((before): [string, unknown] => [
      `in base64 behind ${before} bytes`,
      { authorization: Buffer.from(`${'u'.repeat(before)}${KEY}`).toString('base64') },
    ]),
    ['percent-encoded', { url: KEY.replace(/./g, (each) => `%${each.charCodeAt(0).toString(16)}`) }],
  ])('finds it %s', (_, value) => {
    expect(findLeaks(value).length).toBeGreaterThan(0);
  });
});
