import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';

import { PaymentError, type PaymentErrorInit } from '../payment-error.js';
import { ERROR_KINDS } from '../payment-error.types.js';
import { chooseCustomerText, customerText } from './customer-text.js';
import { CUSTOMER_TEXTS } from './customer-texts.js';
import { serviceError, type ServiceErrorInput } from './service-error.js';

const fail = (input: Partial<ServiceErrorInput>) =>
  serviceError({ code: 1024, text: '', operation: 'create', method: 'POST', httpStatus: 404, ...input });

const local = (init: Partial<PaymentErrorInit>) =>
  new PaymentError({
    code: 'ORDER_CONFLICT',
    message: 'm',
    kind: 'request',
    execution: 'not-executed',
    retry: 'no',
    httpStatus: 409,
    advice: 'a',
    ...init,
  });

describe('customerText', () => {
  it('is the text of the code in the requested language, and English by default', () => {
    expect(customerText(fail({}))).toBe(CUSTOMER_TEXTS.refused.en);
    expect(customerText(fail({}), { language: 'nl' })).toBe(CUSTOMER_TEXTS.refused.nl);
    expect(customerText(fail({}), { language: ['fr', 'NL-be', 'en'] })).toBe(CUSTOMER_TEXTS.refused.nl);
    expect(customerText(fail({}), { language: 'fr', defaultLanguage: 'nl' })).toBe(CUSTOMER_TEXTS.refused.nl);
    expect(customerText(fail({}), { language: 'fr', defaultLanguage: 'fr' })).toBe(CUSTOMER_TEXTS.refused.en);
  });

  it('accepts no inherited property as a language or a code', () => {
    for (const language of ['constructor', '__proto__']) {
      expect(chooseCustomerText(fail({}), { language, texts: {} })).toEqual({
        text: CUSTOMER_TEXTS.refused.en,
        language: 'en',
      });
    }
  });

  it('fits what the customer was doing', () => {
    expect(customerText(fail({ operation: 'refund' }))).toBe(CUSTOMER_TEXTS.refundChecked.en);
    expect(customerText(fail({ operation: 'capture' }))).toBe(CUSTOMER_TEXTS.notChanged.en);
    expect(customerText(fail({ operation: 'list', method: 'GET' }))).toBe(CUSTOMER_TEXTS.notShown.en);
    expect(customerText(fail({ operation: 'read', method: 'GET', code: 1006 }))).toBe(CUSTOMER_TEXTS.notFound.en);
  });

  it('does not say that nothing was charged when that is unknown', () => {
    expect(customerText(fail({ code: 1001 }))).toBe(CUSTOMER_TEXTS.notStarted.en);
    expect(customerText(fail({ code: 1001, httpStatus: 502 }))).toBe(CUSTOMER_TEXTS.unknown.en);
    expect(customerText(local({ code: 'TIMEOUT', kind: 'temporary', execution: 'unknown' }))).toBe(
      CUSTOMER_TEXTS.unknown.en,
    );
  });

  it('falls back to the kind, and has a text for each', () => {
    expect(customerText(local({}))).toBe(CUSTOMER_TEXTS.alreadyProcessed.en);
    expect(customerText(local({ code: 'SOMETHING_NEW' }))).toBe(CUSTOMER_TEXTS.failed.en);
    for (const kind of ERROR_KINDS) {
      for (const language of ['en', 'nl']) {
        expect(chooseCustomerText(local({ code: 'X', kind }), { language })).toMatchObject({ language });
      }
    }
  });

  it("prefers the shop's own text: of the code, then of the kind, then another language", () => {
    const texts = {
      refused: { en: 'kind', de: 'Art', fr: 'sorte' },
      SERVICE_1024: { en: 'code', fr: '' },
      SERVICE_1777: { de: 'neu' },
    };
    const textFor = (language: string, code = 1024) => customerText(fail({ code }), { language, texts });
    expect(textFor('en')).toBe('code');
    expect(textFor('en', 1017)).toBe('kind');
    expect(textFor('de')).toBe('Art');
    expect(textFor('nl')).toBe(CUSTOMER_TEXTS.refused.nl);
    expect(textFor('de', 1777)).toBe('neu');
  });

  it('never throws and is never empty, for any languages and texts', () => {
    const key = fc.constantFrom('refused', 'SERVICE_1024', '__proto__', 'constructor', 'unknown');
    const texts = fc.dictionary(key, fc.dictionary(fc.constantFrom('en', 'nl', '__proto__', 'de'), fc.string()));
    fc.assert(
      fc.property(fc.array(fc.string()), texts, fc.integer(), (language, given, code) => {
        expect(customerText(fail({ code }), { language, texts: given })).not.toBe('');
      }),
    );
  });
});
