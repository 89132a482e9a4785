import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { refusalLine, refusalText } from '../../../src/shop/notifications/intake/refusal.labels.js';

const FOLDER = 'src/shop/notifications/intake';
const REFUSALS = /(?:refuse|cut|NotificationRefused)\((?:arrival, )?'\w+', '([a-z-]+)'\)/g;

/** What the signature alone is refused for is a type of `src/protocol`. */
const OF_THE_SIGNATURE = ['missing', 'malformed', 'stale', 'future', 'mismatch'];

describe('why a request was refused', () => {
  const codes = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .flatMap((file) => [...readFileSync(join(FOLDER, file), 'utf8').matchAll(REFUSALS)].map((match) => match[1] ?? ''));

  it.each([...new Set([...codes, ...OF_THE_SIGNATURE])])('is said in words, on the page and in the log: %s', (code) => {
    expect(codes).toEqual(expect.arrayContaining(['by-get', 'odd-target', 'body-too-large', 'no-timestamp']));
    const text = refusalText(code);
    expect(text).not.toBe(code.replaceAll('-', ' '));
    expect(refusalLine(code)).toBe(`${text} (${code})`);
  });

  it('is shown as it comes where there are no words', () => {
    expect(refusalText('odd-header')).toBe('odd header');
    expect(refusalLine('by the host application, ForbiddenException: no-one')).toBe(
      'by the host application, ForbiddenException: no-one',
    );
  });
});
