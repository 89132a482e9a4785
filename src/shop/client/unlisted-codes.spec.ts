import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LogCapture } from '../../../test/support/log-capture.js';
import { PaymentError } from '../../protocol/index.js';
import { UnlistedCodes } from './unlisted-codes.js';

const logs = new LogCapture();
beforeAll(() => Logger.overrideLogger(logs));
afterAll(() => Logger.overrideLogger(false));

const errorOf = (serviceCode: number | null, group?: string): PaymentError =>
  new PaymentError({
    code: `SERVICE_${serviceCode}`,
    serviceCode,
    group,
    kind: 'unknown',
    execution: 'unknown',
    retry: 'no',
    httpStatus: 502,
    message: '',
    advice: 'Look.',
  });

it('says of 500 codes without a row, once each, that they came', () => {
  const codes = new UnlistedCodes();
  for (const code of [null, 1006, 9999]) codes.note(errorOf(code, 'web'));
  expect(logs.lines).toEqual([]);
  for (const code of [60_000, 60_000]) codes.note(errorOf(code, 'web'));
  codes.note(errorOf(60_001));
  expect(logs.lines.map((line) => line.replace(/ See .*/, ''))).toEqual([
    'warn The service answered with error 60000, which is not documented (terminal group web). Look.',
    'warn The service answered with error 60001, which is not documented (terminal group unknown). Look.',
  ]);
  for (let code = 60_002; code < 60_510; code += 1) codes.note(errorOf(code));
  expect([logs.lines.length, logs.lines.at(-1)]).toEqual([500, expect.stringContaining('error 60499,')]);
});
