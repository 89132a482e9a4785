import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { ACKNOWLEDGEMENT, isAcknowledged, REFUSAL_BODIES } from './acknowledgement.js';

const bodies = fc.string({ unit: 'grapheme' });

describe('the acknowledgement rule', () => {
  it('takes our own answer in both modes', () => {
    expect(ACKNOWLEDGEMENT).toEqual({ status: 200, contentType: 'text/plain', body: 'OK' });
    expect(isAcknowledged(ACKNOWLEDGEMENT)).toBe(true);
    expect(isAcknowledged(ACKNOWLEDGEMENT, 'strict')).toBe(true);
  });

  it.each([
    // body, lenient, strict
    ['OK', true, true],
    ['OK then', true, true],
    ['All is OK', true, false],
    ['<p>OK</p>', true, false],
    ['{"result":"OK"} ', true, false],
    ['-- SERVICE_OK --', true, true],
    ['ok', true, false],
    [' OK', true, false],
    ['service_ok.', true, false],
    ['\n all ok \n', true, false],
    ['', false, false],
    ['NG', false, false],
    ['ng: locked', false, false],
    ['O K', false, false],
    ['an OK answer', false, false],
    ["'OK'.", false, false],
  ])('%p: lenient %p, strict %p', (body, lenient, strict) => {
    expect(isAcknowledged({ status: 200, body })).toBe(lenient);
    expect(isAcknowledged({ status: 200, body }, 'lenient')).toBe(lenient);
    expect(isAcknowledged({ status: 200, body }, 'strict')).toBe(strict);
  });

  it('wants status 200 exactly', () => {
    for (const status of [0, 201, 202, 204, 301, 302, 400, 401, 500, 503]) {
      expect(isAcknowledged({ status, body: 'OK' })).toBe(false);
      expect(isAcknowledged({ status, body: 'OK' }, 'strict')).toBe(false);
    }
  });

  it('lenient is the union: each mark is enough, at any place', () => {
    fc.assert(
      fc.property(bodies, bodies, (before, after) => {
        const marked = [`OK${after}`, `${before}OK`, ...['SERVICE_OK', '>OK<', '"OK"'].map((m) => before + m + after)];
        expect(marked.every((body) => isAcknowledged({ status: 200, body }))).toBe(true);
      }),
    );
  });

  it('lenient accepts all that strict accepts', () => {
    const pieces = fc.array(fc.oneof(fc.constantFrom('OK', 'SERVICE_', '"', ' ', 'x'), bodies), { maxLength: 5 });
    fc.assert(
      fc.property(pieces, (parts) => {
        const answer = { status: 200, body: parts.join('') };
        expect(isAcknowledged(answer, 'strict') && !isAcknowledged(answer)).toBe(false);
      }),
    );
  });
});

describe('the refusal bodies (scenario O3)', () => {
  const refusals = fc.constantFrom(...Object.values(REFUSAL_BODIES));

  it('satisfy no rule, in any case of letters and with any white space around', () => {
    const inSomeCase = fc
      .tuple(refusals, fc.infiniteStream(fc.boolean()))
      .map(([text, upper]) =>
        Array.from(text, (letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase())).join(''),
      );
    const spaces = fc.stringMatching(/^\s{0,3}$/);
    fc.assert(
      fc.property(inSomeCase, spaces, spaces, (text, before, after) => {
        const answer = { status: 200, body: before + text + after };
        expect(isAcknowledged(answer, 'lenient') || isAcknowledged(answer, 'strict')).toBe(false);
      }),
    );
  });

  it('are different, and none is empty', () => {
    const texts = Object.values(REFUSAL_BODIES);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.every((text) => text.length > 0)).toBe(true);
  });
});
