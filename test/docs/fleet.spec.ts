import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { testEngines } from '../support/engines.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { askedBy } from '../telemetry/prometheus-names.js';
import { readPage } from './pages.js';

const PAGE = readPage('docs/reference/fleet.md');
const METRICS = readPage('docs/reference/metrics.md');

/** Days for which an order's content is kept, and then the rest of its work. */
const DAYS = { content: 30, all: 400 };

const itOnPostgres = testEngines().some(({ name }) => name === 'postgres') ? it : it.skip;

/** Cells of the row that begins so; numbers as such. */
function numbersOf(beginning: string): number[] {
  const line = PAGE.split('\n').find((one) => one.startsWith(`| ${beginning}`)) ?? '';
  const [, , ...cells] = line.split('|');
  return cells.filter((cell) => cell.trim() !== '').map((cell) => Number(cell.replaceAll(',', '')));
}

/** Gigabytes as the page shows them. */
const gigabytes = (bytes: number): number => {
  const value = bytes / 1e9;
  return Number(value.toFixed(value < 10 ? 1 : 0));
};

describe('the page about many replicas', () => {
  it('asks Prometheus only for metrics that there are', () => {
    const named = [...METRICS.matchAll(/`(tillbridge\.[\w.]+)`/g)];
    const known = new Set(named.map(([, name]) => name!.replaceAll('.', '_')));
    const prose = PAGE.replaceAll(/^```[\s\S]*?^```/gm, '');
    const queries = [...prose.matchAll(/`([^`]*\btillbridge_\w[^`]*)`/g)].map(([, expr]) => ({ expr }));
    const { metrics } = askedBy(queries);
    expect(metrics.length).toBeGreaterThan(8);
    expect(metrics.map((name) => name.replace(/_(bucket|total)$/, '')).filter((name) => !known.has(name))).toEqual([]);
  });

  it('has sizes that follow from the bytes of one order', () => {
    const [stays, content, erased] = ['Stays forever', 'Work in the first', 'Work from then'].map(numbersOf);
    expect([stays, content, erased].map((cells) => cells!.length)).toEqual([2, 2, 2]);
    for (const orders of [1e6, 1e7, 1e8]) {
      const expected = [0, 1].flatMap((engine) => {
        const share = DAYS.content / DAYS.all;
        const work = share * content![engine]! + (1 - share) * erased![engine]!;
        return [gigabytes(orders * stays![engine]!), gigabytes(orders * work)];
      });
      expect([orders, ...numbersOf(orders.toLocaleString('en-US'))]).toEqual([orders, ...expected]);
    }
  });

  itOnPostgres('has settings of autovacuum that the tables take', async () => {
    const database = await createMigratedDatabase('postgres');
    const source = await new DataSource(database.options).initialize();
    try {
      const settings = PAGE.match(/^ALTER TABLE .*;$/gm) ?? [];
      for (const statement of settings) await source.query(statement);
      const set = await source.query("SELECT relname FROM pg_class WHERE reloptions::text LIKE '%scale_factor=0.01%'");
      expect([settings.length, set.length]).toEqual([4, 4]);
    } finally {
      await source.destroy();
      await database.drop();
    }
  });
});
