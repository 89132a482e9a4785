import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { readEnvelope } from './envelope.js';
import { anyCharacter } from '../../test/support/any-character.js';

describe('readEnvelope', () => {
  it('gives data and pager of a success', () => {
    const body = '{"success":true,"data":{"transaction_id":17472052901237123},"pager":{"limit":1}}';
    expect(readEnvelope({ httpStatus: 200, body })).toEqual({
      ok: true,
      data: { transaction_id: '17472052901237123' },
      pager: { limit: 1 },
    });
    expect(readEnvelope({ httpStatus: 201, body: '{"success":true}' })).toEqual({ ok: true, data: null, pager: null });
  });

  it.each([
    ['E1', 404, '{"success":false,"data":{},"error_code":1034,"error_info":"nee"}', 1034, 'nee'],
    ['E1', 200, '{"success":false,"data":[],"error_code":"1006","error_info":"no"}', 1006, 'no'],
    ['E1', 410, '{"success":false,"error_code":1000}', 1000, ''],
    ['E1', 404, '{"success":false,"error_info":"no code"}', null, 'no code'],
    ['E1', 404, '{"success":false}', null, ''],
    ['E5', 404, '{"success":false,"error_code":"many","error_info":7}', null, '7'],
    ['E5', 400, '{"success":false,"error_code":[1034]}', null, ''],
    ['E2', 403, '{"message":"Forbidden"}', null, 'Forbidden'],
    ['E3', 403, '{"success":false,"error":{"message":"no access"}}', null, 'no access'],
    ['E4', 422, '{"success":false,"message":"Validation error","errors":[]}', null, 'Validation error'],
    ['E5', 200, '{"data":{"order_id":"S1"}}', null, ''],
    ['E5', 200, '[]', null, ''],
    ['E5', 200, 'null', null, ''],
    ['E5', 502, '<html>Bad gateway</html>', null, 'The text is not JSON (24 characters).'],
    ['E5', 204, '', null, 'The text is not JSON (0 characters).'],
  ])('%s of HTTP %d: %s', (envelope, httpStatus, body, code, text) => {
    expect(readEnvelope({ httpStatus, body })).toEqual({ ok: false, failure: { envelope, code, text, httpStatus } });
  });

  it.each([
    ['says success with a failing status', 500, '{"success":true,"data":{}}'],
    ['is not final', 199, '{"success":true,"data":{}}'],
    ['redirects', 302, '{"success":true,"data":{}}'],
    ['says success in another type', 200, '{"success":"true","data":{}}'],
    ['says success as a number', 200, '{"success":1,"data":{}}'],
    ['has success in its prototype only', 200, '{"__proto__":{"success":true},"data":{}}'],
  ])('an answer that %s is none', (_name, httpStatus, body) => {
    expect(readEnvelope({ httpStatus, body }).ok).toBe(false);
  });

  it.each([302, 404, 409, 500, 503])(
    'an answer of success under HTTP %d is not believed, nor is its code',
    (httpStatus) => {
      const body = '{"success":true,"data":{},"error_code":1001,"error_info":"no"}';
      const failure = { envelope: 'E5', code: null, text: '', httpStatus };
      expect(readEnvelope({ httpStatus, body })).toEqual({ ok: false, failure });
    },
  );

  it.each([
    ['1006', 1006],
    [1e3, 1000],
    [-5, -5],
    [0, 0],
    ['', null],
    ['-5', null],
    ['1006.0', null],
    [' 1006', null],
    [1006.5, null],
    ['1e3', null],
    [true, null],
    [{ code: 1006 }, null],
    [[1006], null],
  ])('an error_code of %j is read as %j', (given, code) => {
    const body = JSON.stringify({ success: false, error_code: given, error_info: 'geen' });
    // A code that is present and cannot be read might be any code, so the answer leaves everything open.
    const envelope = code === null && given !== '' ? 'E5' : 'E1';
    expect(readEnvelope({ httpStatus: 200, body })).toMatchObject({ failure: { envelope, code, text: 'geen' } });
  });

  it.each(['99999999999999999999', '"1006000000000000000"', '1e400', '10.5e1'])('%s is no code', (given) => {
    const body = `{"success":false,"error_code":${given}}`;
    const content = readEnvelope({ httpStatus: 404, body });
    expect(content).toMatchObject({ ok: false, failure: { code: given === '10.5e1' ? 105 : null } });
  });

  it('never throws, for any answer', () => {
    const bodies = fc.oneof(fc.json(), fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(fc.integer(), bodies, (httpStatus, body) => {
        const content = readEnvelope({ httpStatus, body });
        if (!content.ok) expect(content.failure.httpStatus).toBe(httpStatus);
      }),
    );
    const fields = fc.constantFrom('success', 'error_code', 'error_info', 'error', 'message', 'errors');
    fc.assert(
      fc.property(fc.dictionary(fields, fc.jsonValue()), (answer) => {
        const content = readEnvelope({ httpStatus: 404, body: JSON.stringify(answer) });
        expect(content.ok ? 'success' : content.failure.envelope).toMatch(/^E[1-5]$/);
      }),
    );
  });
});
