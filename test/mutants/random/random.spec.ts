import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { compilerOf } from './compiles.mjs';
import { aboutDefect, withDefect } from './defect.mjs';
import { drawDefects, type DrawnDefect } from './draw.mjs';
import { HARMLESS, whyHarmless } from './harmless.mjs';
import { defectsIn, OPERATORS } from './operators.mjs';
import { Outcomes } from './outcomes.mjs';
import { withProbes } from './probes.mjs';
import { reportOf } from './report.mjs';
import { tryDefects, type Trials } from './trials.mjs';

/** What a text becomes by one operator, each time it finds something. */
const becomes = (kind: string, source: string): string[] =>
  defectsIn('one.ts', source)
    .filter((defect) => defect.kind === kind)
    .map((defect) => withDefect(source, defect));

describe('an operator', () => {
  it.each<[kind: string, source: string, ...becomes: string[]]>([
    ['comparison flipped', 'x = a < b;', 'x = a >= b;'],
    ['comparison off by one', 'x = a <= b;', 'x = a < b;'],
    ['and for or', 'x = a && b;', 'x = a || b;'],
    ['sign changed', 'x = a - b;', 'x = a + b;'],
    ['least for most', 'x = Math.min(a, b);', 'x = Math.max(a, b);'],
    ['condition negated', 'if (!a) b();', 'if (a) b();'],
    ['condition negated', 'x = is(a) ? b : c;', 'x = !(is(a)) ? b : c;'],
    ['condition removed', '{ if (a) return; b(); }', '{  b(); }'],
    ['condition removed', 'x = a || b;', 'x = a;', 'x = b;'],
    ['condition removed', 'x = all.filter(isDue).length;', 'x = all.length;'],
    ['condition removed', 'find({ where: { a, b } });', 'find({ where: { b } });', 'find({ where: { a } });'],
    ['condition removed', 'tx.delete(Row, { id, token });', 'tx.delete(Row, { token });', 'tx.delete(Row, { id });'],
    ['condition removed', 'sql = `WHERE a = 1 AND b = ${b} LIMIT 5`;', 'sql = `WHERE a = 1 LIMIT 5`;'],
    ['order removed', "find({ where, order: { id: 'ASC' }, take });", 'find({ where, take });'],
    ['order removed', "rows.orderBy('a').limit(5);", 'rows.limit(5);'],
    ['order removed', 'sql = `${a} ORDER BY ${b}, id LIMIT 5`;', 'sql = `${a} LIMIT 5`;'],
    ['await dropped', 'await end();', 'end();'],
    ['call dropped', '{ await end(); }', '{  }'],
    ['call dropped', 'if (a) end();', 'if (a) ;'],
    ['arguments swapped', 'move(from, to);', 'move(to, from);'],
    ['arguments swapped', 'Math.max(from, to);'],
    ['early return', 'function f(): void { a(); b(); }', 'function f(): void { return; a(); b(); }'],
    ['early return', 'function f(): number { a(); return 1; }'],
    ['limit off by one', 'const limit = 5, minutes = 5 * MINUTE_MS;', 'const limit = 6, minutes = 5 * MINUTE_MS;'],
    ['limit off by one', 'rows.limit(count);', 'rows.limit((count) + 1);'],
    ['boolean flipped', 'let a: true | null = true;', 'let a: true | null = false;'],
  ])('%s: %s', (kind, source, ...expected) => {
    expect(becomes(kind, source)).toEqual(expected);
  });

  it('is tried above, whichever it is', () => {
    const text = readFileSync('test/mutants/random/random.spec.ts', 'utf8');
    expect(Object.keys(OPERATORS).filter((kind) => !text.includes(`['${kind}', `))).toEqual([]);
  });
});

const SOURCES = new Map([
  ['src/shop/polling/due.ts', 'const isDue = (a: number, b: number): boolean => a < b && b > 0;\n'],
  ['src/shop/orders/sum.ts', 'const sum = (a: number, b: number): number => a + b;\n'],
]);
const draw = (seed: number, compiles = (_file: string, _text: string): boolean => true): Promise<DrawnDefect[]> =>
  drawDefects(SOURCES, { seed, count: 5, compiles });

describe('drawing defects', () => {
  it('draws the same ones for the same seed, each once, and others for another', async () => {
    const drawn = await draw(1);
    expect(await draw(1)).toEqual(drawn);
    expect(new Set(drawn.map(({ kind, start, text }) => `${kind} ${start} ${text}`)).size).toBe(5);
    expect(await draw(2)).not.toEqual(drawn);
  });

  it('says where they are, and what the line becomes', async () => {
    const [defect] = await draw(1, (_, text) => text.includes('a - b'));
    expect(defect).toMatchObject({ file: 'src/shop/orders/sum.ts', room: 'orders', kind: 'sign changed', line: 1 });
    expect(defect!.after).toBe('const sum = (a: number, b: number): number => a - b;');
  });

  it('passes over what the compiler refuses', () => {
    const compiles = compilerOf(process.cwd(), ['src/support/clock.ts']);
    const text = readFileSync('src/support/clock.ts', 'utf8');
    expect(compiles('src/support/clock.ts', text)).toBe(true);
    expect(compiles('src/support/clock.ts', `${text}\nexport const wrong: number = 'text';`)).toBe(false);
    expect(compiles('src/support/clock.ts', `${text}\nexport const right: number = 1;`)).toBe(true);
  });
});

describe('the marks at the places of defects', () => {
  it.each([
    ['in the block that is run', 'if (a) { b(); } else { c(); }', 'c()', 'if (a) { b(); } else { reached$(0); c(); }'],
    ['in the function whose argument it is', 'f((a = 1) => b);', '1', 'f((a = 1) => (reached$(0), b));'],
    ['with what an arrow gives', 'const f = (a) => a < 1;', 'a < 1', 'const f = (a) => (reached$(0), a < 1);'],
    ['in a method', 'class A { b(): void { c(); } }', 'c()', 'class A { b(): void { reached$(0); c(); } }'],
    ['beside what is run when the file is loaded', 'export const a = 1;', '1', 'export const a = 1;\nreached$(0);\n'],
  ])('stand %s', (_, source, place, expected) => {
    const start = source.indexOf(place);
    const marked = withProbes('one.ts', source, [{ id: 0, start, end: start + place.length }]);
    expect(marked.startsWith(`${expected}\nfunction reached$(id)`)).toBe(true);
  });
});

/** A tree with two functions, one of which its own spec sees, and one only another. */
const TOY = {
  'package.json': '{}',
  'config/jest.config.mjs': `export default { rootDir: '..', transform: {}, testRegex: 'spec' };`,
  'src/sum.js':
    'exports.sum = (a, b) => a + b;\nexports.less = (a, b) => a - b;\nexports.most = (a, b) => Math.max(a, b);\n',
  'src/own.spec.js': `
    const { sum } = require('./sum');
    test('a sum is that of both', () => expect(sum(1, 2)).toBe(3));
    test('is not reached by what the one before lets pass', () => undefined);`,
  'src/later.spec.js': `
    const { less } = require('./sum');
    test('fails anyway', () => expect(less(3, 2)).toBe(process.env.TILLBRIDGE_SPEC_ORDER));`,
  'src/wide.spec.js': `test('a difference is one', () => expect(require('./sum').less(3, 2)).toBe(1));`,
};

const toyDefects = (): DrawnDefect[] =>
  defectsIn('src/sum.js', TOY['src/sum.js']).map((defect) => ({
    ...defect,
    ...aboutDefect(TOY['src/sum.js'], defect),
    room: 'toys',
  }));

describe('trying drawn defects', () => {
  it('tells what the room catches from what only wider specs do, and prints what survives', async () => {
    const root = mkdtempSync(join(tmpdir(), 'toy-'));
    for (const [path, text] of Object.entries(TOY)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    symlinkSync(join(process.cwd(), 'node_modules'), join(root, 'node_modules'));
    const [plus, minus, most] = ['a - b;', 'a + b;', 'Math.min(a, b);'].map((ending) =>
      toyDefects().find(({ after }) => after.endsWith(ending))!,
    );
    const specs = { own: ['src/own.spec.js', 'src/later.spec.js'], wider: ['src/wide.spec.js'] };
    const kept = (seed = 1): Outcomes => new Outcomes(join(root, 'kept'), { seed, rooms: [], sources: new Map() });
    const reported: string[] = [];
    const trials = (): Trials => ({
      specs: () => specs,
      outcomes: kept(),
      tell: ({ defect, caughtBy }, { kind, specs: count }) =>
        reported.push(`${defect.line} ${kind} ${count} ${caughtBy}`),
    });
    try {
      const run = await tryDefects(root, [plus!, minus!, most!], trials());
      // Of the room's two specs, and the wider one, only those that come to the line.
      expect(reported.toSorted()).toEqual([
        '1 own 1 own',
        '2 own 1 null',
        '2 wider 1 wider',
        '3 own 0 null',
        '3 wider 0 null',
      ]);
      expect(run.results.map(({ caughtBy }) => caughtBy)).toEqual(['own', 'wider', null]);
      expect(run.unsound).toEqual([expect.stringContaining('src/later.spec.js: fails anyway')]);
      expect(readFileSync(join(root, 'src/sum.js'), 'utf8')).toBe(TOY['src/sum.js']);
      // What was interrupted is not tried again.
      reported.length = 0;
      appendFileSync(join(root, 'kept'), '{"key":"cut o');
      const again = await tryDefects(root, [plus!, minus!, most!], trials());
      expect(again.results.map(({ caughtBy }) => caughtBy)).toEqual(['own', 'wider', null]);
      expect(reported).toEqual([]);
      const own = await tryDefects(root, [plus!, minus!, most!], { ...trials(), isOwn: true });
      expect(own.results.map(({ caughtBy }) => caughtBy)).toEqual(['own', null, null]);
      expect(reportOf({ ...own, harmless: [], isOwn: true }).at(-1)).toBe(
        "Score: 1 of 3 caught by the room's own specs (33.3 %).",
      );
      expect(() => kept(2)).toThrow('is of other defects');
      const lines = reportOf({ ...run, harmless: [] });
      expect(lines.join('\n')).toContain(
        [
          '  src/sum.js:3, least for most: survives',
          '    - exports.most = (a, b) => Math.max(a, b);',
          '    + exports.most = (a, b) => Math.min(a, b);',
        ].join('\n'),
      );
      expect(lines.at(-1)).toBe(
        "Score: 1 of 3 caught by the room's own specs (33.3 %), 2 with the wider ones (66.7 %).",
      );
    } finally {
      rmSync(root, { recursive: true });
    }
    // A dozen runs of Jest, each of which takes half a second where no one else is at work.
  }, 120_000);

  it('counts no defect that is listed as harmless', () => {
    const defect = toyDefects()[0]!;
    const why = 'no one adds';
    expect(whyHarmless(defect, [])).toBeUndefined();
    expect(whyHarmless(defect, [{ ...defect, why }])).toBe(why);
    const lines = reportOf({ results: [], harmless: [{ defect, why }], unsound: [] });
    expect(lines.at(-1)).toMatch(/^Score: 0 of 0 /);
    expect(lines.join('\n')).toContain(why);
  });
});

it('the list of harmless defects has those only that could still be drawn', () => {
  const isDrawn = ({ file, before, after }: (typeof HARMLESS)[number]): boolean => {
    const source = readFileSync(file, 'utf8');
    const all = defectsIn(file, source).map((defect) => aboutDefect(source, defect));
    return all.some((each) => each.before === before && each.after === after);
  };
  expect(HARMLESS.filter((each) => !isDrawn(each)).map(({ file, before }) => `${file}: ${before}`)).toEqual([]);
});
