import { describe, expect, it } from '@jest/globals';
import { groupInPath, readAddress, wantsPage } from './return-page.request.js';

describe('the address of a return page', () => {
  const read = (url: string) => readAddress({ url, headers: {} });

  it('says which order, and how often it was read; all other parts stay', () => {
    expect(read('/return')).toEqual({ orderId: '', refreshes: 0, refreshUrl: '?refreshes=1' });
    expect(read('/return?lang=nl&transactionid=A-1#top')).toEqual({
      orderId: 'A-1',
      refreshes: 0,
      refreshUrl: '?lang=nl&transactionid=A-1&refreshes=1',
    });
    expect(read('/return?refreshes=7&transactionid=A-1').refreshUrl).toBe('?refreshes=8&transactionid=A-1');
  });

  it('has the last of several orders, and a question mark may stand in it', () => {
    expect(read('/return?transactionid=A-1&transactionid=A-2').orderId).toBe('A-2');
    expect(read('/return?transactionid=A?1').orderId).toBe('A?1');
  });

  it.each([
    ['0', 0],
    ['1000', 1_000],
    ['1001', 1_000],
    ['-1', 0],
    ['1.5', 0],
    ['many', 0],
  ])('was read %s times: %i', (refreshes, expected) => {
    expect(read(`/return?refreshes=${refreshes}`).refreshes).toBe(expected);
  });
});

it.each([
  ['text/html', true],
  ['Text/HTML, application/json', true],
  ['image/png, text/html, application/json', true],
  ['application/json, text/html', false],
  ['*/*', false],
  [undefined, false],
])('who accepts %s gets a page: %s', (accept, expected) => {
  expect(wantsPage({ url: '/', headers: { accept } })).toBe(expected);
});

it.each([
  [{ group: 'web' }, 'web'],
  [{ group: 7 }, undefined],
  [{}, undefined],
  [null, undefined],
  [undefined, undefined],
])('the group of %j is %s', (params, expected) => {
  expect(groupInPath({ url: '/', headers: {}, params })).toBe(expected);
});
