import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Money, PaymentError } from 'tillbridge';
import * as protocol from 'tillbridge/protocol';
import { Money as MoneyOfItsFile } from '../../src/protocol/money.js';
import { compiledSource } from './source-modules.mjs';

/** Half a cent is refused. */
function refusal(): Error {
  try {
    Money.ofMinor(0.5, 'EUR');
  } catch (error) {
    if (error instanceof Error) return error;
    throw new TypeError('The error is of another realm.', { cause: error });
  }
  throw new TypeError('Half a cent was taken.');
}

describe('sources that a worker compiles once', () => {
  it('are there once, however they are imported', () => {
    expect(protocol.Money).toBe(Money);
    expect(MoneyOfItsFile).toBe(Money);
  });

  it('belong to the realm of the spec file, as its own values do', () => {
    expect(refusal().message).toContain('integer of minor units');
    expect(PaymentError.prototype).toBeInstanceOf(Error);
  });

  it('name their file and line in a stack trace', () => {
    const [, file, line] = /\((\S+\/src\/protocol\/money\.ts):(\d+):\d+\)/.exec(refusal().stack ?? '') ?? [];
    expect(readFileSync(file ?? '', 'utf8').split('\n')[Number(line) - 1]).toContain('throw new MoneyError');
  });

  describe('in the cache', () => {
    let folder: string;
    const source = () => join(folder, 'till.ts');
    const cached = () => join(folder, 'cache/till.ts.cjs');
    const compiled = (text: string) => {
      writeFileSync(source(), text);
      return compiledSource(source(), cached());
    };

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'tillbridge-sources-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('are compiled again when they have changed, and only then', () => {
      expect(compiled('export const open: boolean = true;')).toContain('open = true');
      writeFileSync(cached(), `// kept\n${readFileSync(cached(), 'utf8')}`);
      expect(compiled('export const open: boolean = true;')).toMatch(/^\/\/ kept/);
      expect(compiled('export const open: boolean = false;')).toContain('open = false');
      expect(readFileSync(cached(), 'utf8')).toBe(compiled('export const open: boolean = false;'));
    });

    it('are compiled again when the cached file is cut short', () => {
      const whole = compiled('export const open: boolean = true;');
      writeFileSync(cached(), whole.slice(0, whole.length / 2));
      expect(compiled('export const open: boolean = true;')).toBe(whole);
    });
  });
});
