import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunRecord } from '../support/record.mjs';
import { judged, reasonOf } from './goals.mjs';
import { KNOWN } from './known.mjs';
import { withTables } from './page.mjs';
import { RUNS, type Run } from './runs.mjs';
import { readSummary, rowOf, writeRow, type Origin } from './summary.mjs';
import { firstSeedOf, NIGHT_MINUTES, nightsOf, tonightOf } from './tonight.mjs';

const names = new Set(RUNS.map(({ name }) => name));
const RECORD: RunRecord & Origin = {
  name: 'chaos-storm',
  title: 'Shops are killed at random',
  command: 'npm run chaos -- storm --minutes 30',
  seconds: 1_800,
  seed: 42,
  engines: ['mariadb 10.11.19-MariaDB-0+deb12u1'],
  violations: ['order A-1 was paid out twice'],
  figures: [
    { name: 'processes killed', value: 96, unit: '' },
    { name: 'effects lost', value: 0, unit: '', goal: '<= 0', holds: true },
    { name: 'processes paused', value: 17, unit: '' },
  ],
  tables: [{ title: 'Kills', columns: ['engine', 'kills'], rows: [['MariaDB', 96]] }],
  finishedAt: '2026-01-15T11:00:00.000Z',
  revision: '0123456789',
  machine: { processors: 2, memoryGb: 8, node: '20.20.2' },
};

describe('the table of runs', () => {
  it('gives each a name of its own, and starts what is there', () => {
    expect(names.size).toBe(RUNS.length);
    for (const { file } of RUNS) expect([file, existsSync(join(process.cwd(), file))]).toEqual([file, true]);
  });

  it('forgets no simulation, trial, attack or bench that there is', () => {
    expect(KNOWN.filter((name) => !names.has(name))).toEqual([]);
  });

  it('tries to break every promise', () => {
    expect([...new Set(RUNS.flatMap(({ promises }) => promises))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('a night', () => {
  const minutes = (night: readonly Run[]): number => night.reduce((sum, run) => sum + run.minutes.default, 0);

  it('takes about an hour, and none is left out', () => {
    const nights = nightsOf(RUNS);
    expect(nights.filter((night) => minutes(night) > NIGHT_MINUTES)).toEqual([]);
    expect(new Set(nights.flat().map(({ name }) => name))).toEqual(names);
    // What each seed makes anew is tried every night, anything else in one of them.
    const every = RUNS.filter(({ fromSeed }) => fromSeed);
    expect(every.map(({ name }) => name)).toEqual(['simulate-adapters', 'second-opinion']);
    expect(nights.flat()).toHaveLength(RUNS.length + every.length * (nights.length - 1));
  });

  it('comes round', () => {
    const day = 86_400_000;
    const { length } = nightsOf(RUNS);
    const shares = Array.from({ length: length + 1 }, (_, night) => tonightOf(RUNS, night * day));
    expect(new Set(shares.flat())).toEqual(new Set(RUNS));
    expect(shares[length]).toEqual(shares[0]);
    expect(shares[1]).not.toEqual(shares[0]);
    expect(tonightOf(RUNS, day - 1)).toEqual(shares[0]);
  });

  it('begins at seeds of its own', () => {
    const noon = Date.UTC(2026, 0, 15, 12);
    expect(firstSeedOf(noon)).toBe(20_468_000);
    expect(firstSeedOf(noon + 86_400_000)).toBe(20_469_000);
  });
});

describe('the summary', () => {
  it('has rows of runs that there are, one each', () => {
    const rows = readSummary().map(({ run }) => run);
    expect(rows.filter((run) => !names.has(run))).toEqual([]);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('says of each goal that is missed why', () => {
    const missed = readSummary().flatMap(({ run, figures }) =>
      figures.filter(({ met }) => met === false).map(({ name }) => [run, name] as const),
    );
    expect(missed.filter(([run, name]) => reasonOf(run, name) === undefined)).toEqual([]);
  });

  it('keeps how much was tried and what has a goal, and none of the details', () => {
    expect(rowOf(RECORD)).toEqual({
      run: 'chaos-storm',
      command: 'SEED=42 npm run chaos -- storm --minutes 30',
      tries: 'Random kills, pauses, restarts, wrong clocks and network faults under a steady load.',
      engines: ['mariadb 10.11.19'],
      violations: 1,
      goals: { met: 1, missed: 1 },
      figures: [
        { name: 'processes killed', value: 96, unit: '', goal: '>= 500', met: false },
        { name: 'effects lost', value: 0, unit: '', goal: '<= 0', met: true },
      ],
      seconds: 1_800,
      date: '2026-01-15',
      revision: '0123456789',
      machine: '2 cores, 8 GB, Node 20.20.2',
    });
  });

  it('has the last run of each name, in the order of the table', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-summary-'));
    try {
      const file = join(folder, 'summary.json');
      const first = rowOf(RECORD);
      const other = rowOf({ ...RECORD, name: 'simulate-refunds' });
      for (const row of [first, other, { ...first, seconds: 5 }]) writeRow(row, file);
      expect(readSummary(file)).toEqual([other, { ...first, seconds: 5 }]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('adds up the schedules of the real module: each seed once, and none that broke something', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-summary-'));
    try {
      const file = join(folder, 'summary.json');
      const run = (seed: number, seeds: number, change: Partial<RunRecord & Origin> = {}) => {
        const figures = [{ name: 'schedules', value: 4 * seeds, unit: '' }];
        const found = { ...RECORD, name: 'simulate-adapters', violations: [], seed, seeds, figures, ...change };
        writeRow(rowOf(found), file);
        const [{ figures: kept, ranges } = { figures: [] }] = readSummary(file);
        return [kept[0]?.value, ranges];
      };
      const revision = RECORD.revision;
      expect(run(1, 100)).toEqual([400, [{ seed: 1, seeds: 100, count: 400, revision }]]);
      const both = { seed: 1, seeds: 350, count: 1_400, revision };
      expect(run(101, 250)).toEqual([1_400, [both]]);
      const other = { seed: 5_001, seeds: 50, count: 200, revision: 'abcdef' };
      expect(run(5_001, 50, { revision: 'abcdef' })).toEqual([1_600, [both, other]]);
      expect(run(9_001, 70, { violations: ['paid twice'] })).toEqual([1_600, [both, other]]);
      const changed = { revision: 'fedcba' };
      expect(run(101, 100, changed)).toEqual([
        1_600,
        [
          { seed: 1, seeds: 100, count: 400, revision },
          { seed: 101, seeds: 100, count: 400, ...changed },
          { seed: 201, seeds: 150, count: 600, revision },
          other,
        ],
      ]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('has no goal for a figure that no one set one for', () => {
    const figure = { name: 'kills', value: 3, unit: '' };
    expect(judged('chaos-faults', figure)).toEqual(figure);
  });
});

describe('docs/evidence/reliability.md', () => {
  const page = readFileSync(join(process.cwd(), 'docs/evidence/reliability.md'), 'utf8');

  it('has its tables from the summary', () => {
    const isCurrent = withTables(page, readSummary(), RUNS) === page;
    expect(isCurrent ? 'current' : 'run `npm run nightly -- --page` and commit the page').toBe('current');
  });

  it('lets no text of a row become more than text', () => {
    const row = { ...rowOf(RECORD), tries: '<script>a|b' };
    expect(withTables(page, [row], RUNS)).toContain('| &lt;script>a\\|b |');
  });

  it('cannot lose a table', () => {
    expect(() => withTables('# Reliability', [], RUNS)).toThrow('has no <!-- runs -->');
  });
});

it('npm run nightly says what there is, and how long it takes', () => {
  const args = ['test/reliability/run.mjs', '--list', '--only', 'chaos-storm,mutants', '--size', 'short'];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toMatch(/^chaos-storm +\d+ (s|min)  \w.*\nmutants +\d+ (s|min)  \w.*\n$/);
});
