import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pairsOf, pairwise, type MatrixRow } from '../../compat/matrix/pairwise.mjs';
import { renderedPages } from '../../compat/pages/rendered-pages.mjs';
import { renderPage, renderSummary, replaceTable, type RowWithResult } from '../../compat/pages/tables.mjs';

const read = (path: string): string => readFileSync(join(process.cwd(), path), 'utf8');

describe('the rows of the matrix', () => {
  const axes = { node: ['20', '22', '24'], nest: ['11', '12'], http: ['express', 'fastify'], module: ['esm', 'cjs'] };
  const everyPair = Object.entries(axes).flatMap(([one, values], index, all) =>
    all
      .slice(index + 1)
      .flatMap(([other, others]) => values.flatMap((value) => others.map((it) => `${one}=${value} ${other}=${it}`))),
  );
  const heldBy = (rows: MatrixRow[]): Set<string> => new Set(rows.flatMap((row) => pairsOf(row)));

  it('hold every pair of values, in far fewer rows than there are products', () => {
    const rows = pairwise(axes);

    expect([...heldBy(rows)].sort()).toEqual([...everyPair].sort());
    expect(rows.length).toBeLessThanOrEqual(7);
    expect(pairwise(axes)).toEqual(rows);
  });

  it('leave out an excluded pair, and nothing else', () => {
    const held = heldBy(pairwise(axes, { excluded: [{ pair: { nest: '12', module: 'cjs' } }] }));

    expect(everyPair.filter((pair) => !held.has(pair))).toEqual(['nest=12 module=cjs']);
  });

  it('prefer an installation that is in use already', () => {
    const small = { http: ['express', 'fastify'], nest: ['11', '12'] };
    const nestsOf = (rows: MatrixRow[]): string[] => rows.map((row) => row['nest']!);

    expect(nestsOf(pairwise(small))).toEqual(['11', '12', '11', '12']);
    expect(nestsOf(pairwise(small, { groupOf: (row) => row['nest']! }))).toEqual(['11', '11', '12', '12']);
  });
});

describe('the tables of what was run', () => {
  const pair: RowWithResult = {
    id: 'one',
    kind: 'pairs',
    node: '20',
    nest: '12',
    typeorm: '1',
    http: 'express',
    module: 'esm',
    database: 'postgres',
    date: '2026-01-02',
    revision: 'abc',
    outcome: 'passed',
    versions: { node: '20.20.2', '@nestjs/core': '12.5.1', typeorm: '1.1.1', postgres: '15.9' },
  };
  const scenario: RowWithResult = {
    id: 'mysql',
    kind: 'scenario',
    title: 'MySQL 8',
    node: '22',
    database: 'mysql',
    outcome: 'not run',
    reason: 'no server | here',
    versions: { node: '22.1.0' },
  };
  const manifest = {
    engines: { node: '>=20.19' },
    peerDependencies: { '@nestjs/core': '^11.0.0 || ^12.0.0', typeorm: '^1.0.0' },
  };
  const about = { axes: { node: ['20', '22'], nest: ['12'] }, excluded: [] };

  it('claim what has passed, and nothing else', () => {
    const failed: RowWithResult = { ...pair, id: 'two', outcome: 'failed', versions: { node: '24.0.0' } };
    const text = renderSummary([pair, failed, scenario], manifest);

    expect(text).toContain('| Node | `>=20.19` | 20.20.2 |');
    expect(text).toContain('| NestJS | `^11.0.0 or ^12.0.0` | 12.5.1, on Express |');
    expect(text).toContain('1 of 2 rows');
    expect(text).toContain('not run: `mysql`');
    expect(text).not.toContain('24.0.0');
  });

  it('show how long each newcomer took, and count those who were paid', () => {
    const paid: RowWithResult = { ...pair, id: 'three', kind: 'newcomer', by: 'nest-add', seconds: 81, versions: {} };
    const late: RowWithResult = { ...paid, id: 'four', outcome: 'failed', reason: 'paid, but late', seconds: 301 };

    expect(renderSummary([paid, late], manifest)).toContain('| 1 of 2 from `nest new` to a paid order');
    expect(renderPage([paid, late], about)).toContain('| 12 | Express | PostgreSQL | `nest add` | 81 | passed |');
    expect(renderPage([paid, late], about)).toContain('| 301 | failed: paid, but late |');
  });

  it('name the reason of a row that did not run, and excluded pairs with theirs', () => {
    const excluded = [{ pair: { nest: '12', module: 'cjs' }, reason: 'ESM only' }];
    const page = renderPage([pair, scenario], { ...about, excluded });

    expect(page).toContain('| MySQL 8 | 22.1.0 |  | not run: no server \\| here |');
    expect(page).toContain('| 20.20.2 | 12.5.1 | 1.1.1 | Express | ESM | PostgreSQL 15.9 | passed |');
    expect(page).toContain('- nest 12 with module cjs: ESM only');
    expect(page).toContain('Run on 2026-01-02 at abc.');
  });

  it('replace the table below their heading alone', () => {
    const page = '| 0 |\n\n## A\n\ntext\n\n| 1 |\n| 2 |\n\n| 3 |\n';

    expect(replaceTable(page, '## A', '| x |')).toBe('| 0 |\n\n## A\n\ntext\n\n| x |\n\n| 3 |\n');
    expect(() => replaceTable(page, '## B', '| x |')).toThrow('no table');
  });

  it('are those of the README and of the page', () => {
    for (const [path, text] of Object.entries(renderedPages(read))) {
      const isCurrent = text === read(path);
      expect(isCurrent ? path : `${path}: run \`npm run compat -- --pages\` and commit it`).toBe(path);
    }
  });
});
