import { beforeAll, describe, expect, it } from '@jest/globals';
import { checkSnippets } from '../readme/compiler.js';
import { claimsOf, type Claim } from './example-results.js';
import { namesIn, surroundings, toSnippets } from './example-scope.js';
import { allExamples, examplesOf, type Example } from './examples.js';
import { publicNames, type PublicName } from './public-names.js';

const root = process.cwd();

/** A file whose examples are wrong in every way that is looked for. */
const WRONG = `/**
 * @example
 * const sum: string = Money.ofMinor(5, 'EUR').amount;
 */
export class PaymentError {
  /**
   * @example
   * \`\`\`ts
   * import { Injectable } from '@nestjs/common';
   *
   * @Injectable()
   * class Shop {
   *   readonly payments: Payments = nobody;
   * }
   * \`\`\`
   */
  some(): void {}
}
`;

describe('the examples of the code', () => {
  let names: PublicName[];
  let examples: Example[];
  let faults: string[];

  /** Reading the package and the frameworks is most of the work, so the wrong ones are compiled with the others. */
  beforeAll(() => {
    names = publicNames(root);
    examples = allExamples();
    const wrong = examplesOf('src/protocol/payment-error.ts', WRONG).map((each) => ({ ...each, path: 'x.ts' }));
    const publicX = { name: 'PaymentError', place: 'x.ts:5', entry: 'tillbridge', isUsed: true, hasExample: true };
    faults = checkSnippets(root, toSnippets(root, [...examples, ...wrong], [...names, publicX]));
  }, 120_000);

  it('compile against the package as it is', () => {
    expect(examples.length).toBeGreaterThan(150);
    expect(faults.filter((fault) => !fault.startsWith('x.ts'))).toEqual([]);
  });

  it('would be refused where they are wrong, with the line of the comment', () => {
    expect(faults.filter((fault) => fault.startsWith('x.ts'))).toEqual([
      "x.ts:3 Type 'MinorUnits' is not assignable to type 'string'.",
      "x.ts:13 Cannot find name 'Payments'.",
      "x.ts:13 Cannot find name 'nobody'.",
    ]);
  });

  it('show every function and class that an entry point exports', () => {
    const used = names.filter(({ isUsed }) => isUsed);

    expect(used.length).toBeGreaterThan(100);
    expect(used.filter(({ hasExample }) => !hasExample).map(({ place, name }) => `${place} ${name}`)).toEqual([]);
  });

  it('take from around them only what the table of surroundings has, and all of that', () => {
    const mentioned = new Set(examples.flatMap((example) => [...namesIn(example)]));

    expect(surroundings().filter((name) => !mentioned.has(name))).toEqual([]);
  });

  it('come to what they say they come to, where they need nothing around them', async () => {
    const claims: Claim[] = [];
    for (const example of examples) claims.push(...(await claimsOf(root, example)));
    const untrue = { path: 'src/protocol/countries.ts', line: 9, text: "isCountry('NL'); // false", of: 'isCountry' };

    expect(claims.length).toBeGreaterThan(60);
    expect(claims.map(({ place, is }) => ({ place, is }))).toEqual(
      claims.map(({ place, claimed }) => ({ place, is: claimed })),
    );
    expect(await claimsOf(root, untrue)).toEqual([{ place: 'src/protocol/countries.ts:9', claimed: false, is: true }]);
  });
});
