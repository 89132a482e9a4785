import { describe, expect, it } from '@jest/globals';
import { messageOf } from './message-of.js';

const MUTE: unknown = Object.create(null);

describe('messageOf', () => {
  it.each([
    ['an error', new Error('The disk is full'), 'The disk is full'],
    ['a text', 'The disk is full', 'The disk is full'],
    ['nothing', undefined, 'undefined'],
    ['an object', { code: 7 }, '[object Object]'],
    ['what has no text', MUTE, 'something was thrown that cannot be shown as text (object)'],
    [
      'an error without one',
      Object.assign(new Error('x'), { message: MUTE }),
      'something was thrown that cannot be shown as text (object)',
    ],
  ])('puts %s into words', (_what, error, text) => {
    expect(messageOf(error)).toBe(text);
  });
});
