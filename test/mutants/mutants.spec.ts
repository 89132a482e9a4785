import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { tryMutants } from './campaign.mjs';
import { MUTANTS, type Mutant } from './mutants.mjs';
import { whyNotIn } from './tree.mjs';
import ts from 'typescript';

const REFERENCE = Array.from({ length: 10 }, (_, index) => `m${index + 1}`);
const PROMISES = [1, 2, 3, 4, 5, 6, 7];

/** What is filled into a title: by a template, or by `it.each`. */
const FILLED = /\$\{[^}]*\}|\$[\w.]+|%[a-z]/;
const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** The name of what is called, as in `describe.each(…)(…)`. */
function nameOf(called: ts.Expression): string {
  if (ts.isIdentifier(called)) return called.text;
  if (ts.isPropertyAccessExpression(called)) return nameOf(called.expression);
  return ts.isCallExpression(called) ? nameOf(called.expression) : '';
}

function patternOf(title: ts.Expression | undefined, source: ts.SourceFile): string {
  if (title === undefined || !(ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) return '.*';
  const text = ts.isStringLiteralLike(title) ? title.text : title.getText(source).slice(1, -1);
  return text.split(FILLED).map(literally).join('[\\s\\S]*');
}

/** The full names of a spec's tests, as patterns: a test that has moved below another `describe` has another name. */
function titlesIn(spec: string): RegExp[] {
  const source = ts.createSourceFile('x.ts', spec, ts.ScriptTarget.Latest, true);
  const found: RegExp[] = [];
  const visit = (node: ts.Node, above: string): void => {
    const name = ts.isCallExpression(node) ? nameOf(node.expression) : '';
    if (!ts.isCallExpression(node) || !/^(describe|it|test)/.test(name))
      return ts.forEachChild(node, (each) => visit(each, above));
    const title = above + patternOf(node.arguments[0], source);
    if (!name.startsWith('describe')) return void found.push(new RegExp(`^${title}$`));
    // Those of this repository add what they run on: `… (sqlite)`.
    for (const each of node.arguments) visit(each, `${title}(?: \\([^)]*\\))* `);
  };
  visit(source, '');
  return found;
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
