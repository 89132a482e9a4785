import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tryMutants } from './campaign.mjs';
import { MUTANTS, type Mutant } from './mutants.mjs';
import { whyNotIn } from './tree.mjs';

const REFERENCE = Array.from({ length: 10 }, (_, index) => `m${index + 1}`);
const PROMISES = [1, 2, 3, 4, 5, 6, 7];

/** The titles in a spec, as patterns: what is filled in may be anything. Any text that begins what is in brackets may be one. */
function titlesIn(spec: string): RegExp[] {
  const texts = /\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*?)\1/g;
  const titles = [...spec.matchAll(texts)].map(([, , title = '']) => title.replace(/\\(['"`])/g, '$1'));
  const filled = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/;
  const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return titles.map((title) => new RegExp(`(?:^| )${title.split(filled).map(literally).join('[\\s\\S]*')}$`));
}

describe('the table of mutants', () => {
  it('has those of the reference, some for every promise, and no name twice', () => {
    const ids = MUTANTS.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(REFERENCE));
    expect(new Set(ids).size).toBe(ids.length);
    expect(MUTANTS.map(({ promise }) => promise)).toEqual(expect.arrayContaining(PROMISES));
  });

  it('changes a text that is in the source exactly once', () => {
    const faults = MUTANTS.map((mutant) => [mutant.id, whyNotIn(readFileSync(mutant.file, 'utf8'), mutant)]);
    expect(faults.filter(([, why]) => why !== null)).toEqual([]);
  });

  it('names tests that their specs have', () => {
    const titles = new Map([...new Set(MUTANTS.map(({ spec }) => spec))].map((spec) => [spec, titlesIn(textOf(spec))]));
    const unknown = MUTANTS.filter(({ spec, test }) => !titles.get(spec)!.some((title) => title.test(test)));
    expect(unknown.map(({ id, test }) => `${id}: ${test}`)).toEqual([]);
  });
});

const textOf = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** A tree with one function and its tests, of which one looks and one does not. */
const TOY = {
  'package.json': '{}',
  'config/jest.config.mjs': `export default { rootDir: '..', transform: {}, testRegex: 'spec' };`,
  'src/sum.js': 'exports.sum = (a, b) => a + b;',
  'src/sum.spec.js': `
    const { sum } = require('./sum');
    describe('a sum', () => {
      test('is that of both (1 + 2)', () => expect(sum(1, 2)).toBe(3));
      test('is a number', () => expect(typeof sum(1, 2)).toBe('number'));
    });`,
};

describe('trying mutants', () => {
  it('tells what was caught from what survives, and from what proves nothing', async () => {
    const root = mkdtempSync(join(tmpdir(), 'toy-'));
    for (const [path, text] of Object.entries(TOY)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const about = { what: 'it subtracts', promise: null, file: 'src/sum.js', spec: 'src/sum.spec.js' };
    const [sees, overlooks] = ['a sum is that of both (1 + 2)', 'a sum is a number'];
    const subtracts = ['a + b', 'a - b'] as const;
    const mutants: Mutant[] = [
      { ...about, id: 'caught', replace: subtracts, test: sees },
      { ...about, id: 'survived', replace: subtracts, test: overlooks },
      { ...about, id: 'broken', replace: ['a + b', 'a +'], test: sees },
      { ...about, id: 'stale', replace: ['a * b', 'a - b'], test: sees },
      { ...about, id: 'unproved', replace: subtracts, test: 'a sum is' },
    ];
    try {
      const trials = await tryMutants(root, mutants);
      expect(trials.map(({ verdict }) => verdict)).toEqual(mutants.map(({ id }) => id));
      expect(readFileSync(join(root, 'src/sum.js'), 'utf8')).toBe(TOY['src/sum.js']);
    } finally {
      rmSync(root, { recursive: true });
    }
    // A few runs of Jest, each of which takes half a second where no one else is at work.
  }, 120_000);
});
