import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderErrorsPage } from '../../config/errors-page.mjs';
import * as protocol from '../../src/protocol/index.js';
import { listFiles } from '../architecture/source-tree.js';

const page = readFileSync(join(process.cwd(), protocol.ERRORS_PAGE), 'utf8');

/** What GitHub makes of headings. */
const anchors = new Set(
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(' ', '-')),
);

/** Codes as they stand in the source: named as one, or with an ending that only codes have. */
const NAMED = /\bcode: '([A-Z]+(?:_[A-Z]+)*)'|'((?!ERR_)[A-Z]+(?:_[A-Z]+)*_(?:INVALID|REFUSED|LOST|TIMEOUT|EXPIRED))'/g;
/** The code of a class of its own, and one of Node. */
const OTHERS = new Set(['MONEY_INVALID', 'ECONNREFUSED']);

/** Every code that the shop's side gives to a failure. */
function codesInSource(): string[] {
  const files = ['src/shop', 'src/protocol'].flatMap((folder) => listFiles(process.cwd(), folder));
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
  const found = sources.flatMap((file) => [...readFileSync(join(process.cwd(), file), 'utf8').matchAll(NAMED)]);
  return [...new Set(found.map(([, named, ended]) => named ?? ended!))].filter((code) => !OTHERS.has(code));
}

describe('docs/errors.md', () => {
  it('is what the tables say', () => {
    const isCurrent = renderErrorsPage(protocol) === page;
    expect(isCurrent ? 'current' : 'The tables have changed: run `npm run docs:errors` and commit the page.').toBe(
      'current',
    );
  });

  it('has a place for every code that an error can name', () => {
    const service = [...protocol.ERROR_CODES.keys(), 1037, 2000, 3001, 5002, 9000, 0, -7, 418, 10_000];
    const codes = [...service.map((code) => `SERVICE_${code}`), ...Object.keys(protocol.LOCAL_ERRORS), 'SHOP_OWN_CODE'];
    for (const code of codes) {
      const [path, anchor] = protocol.errorDocs(code).split('#');
      expect(path).toBe('docs/errors.md');
      expect([code, anchors.has(anchor!)]).toEqual([code, true]);
    }
  });

  it('knows every code that the source gives; a new one belongs into src/protocol/errors/local-errors.shop.ts', () => {
    const codes = codesInSource();
    expect(codes).toEqual(expect.arrayContaining(['ORDER_CONFLICT', 'REFUND_INVALID', 'TIMEOUT']));
    expect(codes.filter((code) => !protocol.isLocalErrorCode(code))).toEqual([]);
  });

  it('has the customer texts of both languages and what the operator does about each code', () => {
    for (const { name, customerText, operatorText } of protocol.ERROR_CODES.values()) {
      for (const text of [name, customerText.en, customerText.nl, operatorText]) expect(page).toContain(text);
    }
  });
});
