import { Logger, type ArgumentsHost } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { isPaymentError, TillbridgeExceptionFilter, TillbridgeModule } from 'tillbridge';
import { serviceError } from '../../../src/protocol/index.js';
import { acceptedLanguages } from '../../../src/support/index.js';
import { ERROR_ANSWERS, checkFields, TillbridgeOptions } from '../../../src/shop/core/index.js';
import { UnlistedCodes } from '../../../src/shop/client/index.js';
import { ErrorsModule } from '../../../src/shop/errors/index.js';
import { problemAnswer } from '../../../src/shop/errors/problem-details.js';
import { validateOptions } from '../../../src/shop/core/options/validate-options.js';
import { canaryKey } from '../../support/canary.js';
import { LogCapture } from '../../support/log-capture.js';
import { shopOptions } from '../../support/shop-host.js';

const errorAnswerFaults = (errors: unknown): string[] =>
  checkFields(TillbridgeOptions, { ...shopOptions(), errors }).faults.map(({ path, message }) => `${path}: ${message}`);

const refusal = (code: number | null) =>
  serviceError({ code, text: canaryKey('words'), operation: 'create', method: 'POST', httpStatus: 404, group: 'web' });

describe('acceptedLanguages', () => {
  it.each([
    ['nl', ['nl']],
    ['fr;q=0.5, nl-BE', ['nl-BE', 'fr']],
    ['en;q=0.8,nl;q=0.8,de', ['de', 'en', 'nl']],
    ['nl ; q=0.3 , en ; q=0.31', ['en', 'nl']],
    ['nl;q=0, *, en;q=2, en;q=x, _, ;, -', []],
    ['', []],
    [undefined, []],
    [['nl'], []],
  ])('reads %j as %j', (header, languages) => {
    expect(acceptedLanguages(header)).toEqual(languages);
  });

  it('takes any header within bounds, and never throws', () => {
    expect(acceptedLanguages('nl,'.repeat(1_000)).length).toBeLessThanOrEqual(20);
    const pieces = fc.constantFrom('nl', 'en-GB', ';q=', '0.5', ',', ' ', '*', '__proto__', '\0', '9');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        for (const tag of acceptedLanguages(parts.join(''))) expect(tag).toMatch(/^[\w-]+$/);
      }),
    );
  });
});

describe('the option errors', () => {
  it('takes texts by code and by kind, a language and an address', () => {
    const texts = { refused: { en: 'No.' }, SERVICE_1024: { 'pt-br': 'Não.' }, SERVICE_1999: { nl: 'Nee.' }, MINE: {} };
    const errors = { texts, defaultLanguage: 'nl', docsUrl: 'https://shop.example/help' };
    expect(errorAnswerFaults(errors)).toEqual([]);
    expect(errorAnswerFaults(undefined)).toEqual([]);
  });

  it.each([
    [7, 'errors'],
    ['nl', 'errors'],
    [{ texts: [] }, 'errors.texts'],
    [{ texts: { refuse: { en: 'No.' } } }, 'errors.texts.refuse'],
    [{ texts: { refused: 'No.' } }, 'errors.texts.refused'],
    [{ texts: { refused: { EN: 'No.' } } }, 'errors.texts.refused.EN'],
    [{ texts: { refused: { en: ' ' } } }, 'errors.texts.refused.en'],
    [{ texts: { refused: { en: 7 } } }, 'errors.texts.refused.en'],
    [{ defaultLanguage: 'Dutch!' }, 'errors.defaultLanguage'],
    [{ docsUrl: '/help' }, 'errors.docsUrl'],
    [{ docsUrl: 'ftp://shop.example' }, 'errors.docsUrl'],
    [{ docsUrl: 'https://shop.example/help#errors' }, 'errors.docsUrl'],
  ])('refuses %j, and says where', (errors, path) => {
    expect(errorAnswerFaults(errors)).toEqual([expect.stringMatching(new RegExp(`^${path}: `))]);
  });

  it('is checked with the other options at the start', () => {
    const errors = { defaultLanguage: '' };
    const [fault] = errorAnswerFaults(errors);
    expect(() => validateOptions(shopOptions({ errors }), 0)).toThrow(fault!);
  });

  it('reaches a filter of the host, since the module exports the errors module', () => {
    expect(Reflect.getMetadata('exports', ErrorsModule)).toEqual([ERROR_ANSWERS]);
    const { exports } = TillbridgeModule.forRoot(shopOptions());
    expect(exports).toContainEqual(expect.objectContaining({ module: ErrorsModule }));
  });
});

describe('problemAnswer', () => {
  it('names the page and the language of the shop', () => {
    const options = { defaultLanguage: 'nl', docsUrl: 'https://shop.example/help' };
    const { body, headers } = problemAnswer(refusal(1006), ['fr'], options);
    expect(body.type).toBe('https://shop.example/help#1006');
    expect(headers['Content-Language']).toBe('nl');
  });
});

describe('TillbridgeExceptionFilter outside HTTP', () => {
  it.each(['rpc', 'ws', 'graphql'])('leaves a %s context alone', (type) => {
    const filter = new TillbridgeExceptionFilter(new HttpAdapterHost());
    const host = { getType: () => type } as ArgumentsHost;
    expect(filter.catch(refusal(1006), host)).toBeUndefined();
  });
});

describe('UnlistedCodes', () => {
  const logs = new LogCapture();
  beforeAll(() => Logger.overrideLogger(logs));
  afterAll(() => {
    Logger.overrideLogger(false);
    logs.assertNoSecret();
  });

  it('reports a code that no one knows once, and no other', () => {
    const codes = new UnlistedCodes();
    for (const code of [1999, 1006, 1999, null, 5002, 1999]) codes.note(refusal(code));
    expect(logs.lines).toEqual([
      expect.stringMatching(
        /^warn .*1999.*terminal group web.*docs\/errors\.md#unlisted-1000-1999\. Tillbridge:Errors$/,
      ),
      expect.stringMatching(/^warn .*5002.*docs\/errors\.md#unlisted-5000-5999\. Tillbridge:Errors$/),
    ]);
  });

  it('remembers a bounded number of them', () => {
    const codes = new UnlistedCodes();
    logs.lines.length = 0;
    for (let code = 20_000; code < 21_000; code += 1) codes.note(refusal(code));
    for (let code = 20_000; code < 21_000; code += 1) codes.note(refusal(code));
    expect(logs.lines.length).toBe(500);
    expect(isPaymentError(refusal(20_000))).toBe(true);
  });
});
