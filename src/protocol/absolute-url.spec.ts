import { describe, expect, it } from '@jest/globals';
import { parseUrl } from './absolute-url.js';

describe('an absolute URL', () => {
  it('is read, and null for text that is no URL', () => {
    expect(parseUrl('https://shop.example/return')?.hostname).toBe('shop.example');
    expect(parseUrl('/return')).toBeNull();
  });

  it('is judged the same each time, letters beyond ASCII included', () => {
    const results = Array.from({ length: 50_000 }, () => parseUrl('https://b\u00fccher.example/h') !== null);
    expect(results.every(Boolean)).toBe(true);
  });
});
