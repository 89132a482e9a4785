import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { GOALS } from './goals.mjs';
import { judgeGoals, type GoalPart } from './judge.mjs';
import { KNOWN } from './known.mjs';
import { currentPage, renderPage } from './page-file.mjs';
import { promisesIn, renderReliabilityPage, type PageInput, type WrittenRecord } from './page.mjs';
import { readRecords } from './records.mjs';
import { RUNS, type Run } from './runs.mjs';

const RUN: Run = {
  name: 'chaos-storm',
  section: 'chaos',
  says: 'Shops are killed at random.',
  promises: [1, 2],
  file: 'test/chaos/run.mjs',
  minutes: { long: 30, default: 5, short: 1 },
  headlines: [{ figure: 'kills', as: 'kills' }],
};
const OTHER: Run = { ...RUN, name: 'attacks-forged', section: 'attacks', promises: [3], headlines: [] };

const recordOf = (change: Partial<WrittenRecord> = {}): WrittenRecord => ({
  name: RUN.name,
  title: 'Shops are killed at random',
  command: 'npm run chaos -- storm --minutes 30',
  seconds: 1_800,
  seed: 42,
  engines: ['MariaDB 10.11.19'],
  violations: [],
  figures: [{ name: 'kills', value: 512, unit: '', goal: '>= 500', holds: true }],
  tables: [{ title: 'Kills', columns: ['engine', 'kills'], rows: [['MariaDB', 512]] }],
  finishedAt: '2026-01-15T11:00:00.000Z',
  revision: '0123456789',
  machine: { processors: 2, memoryGb: 8, node: '20.20.2' },
  ...change,
});
const PART: GoalPart = { what: 'kills', at: '>=', limit: 500, from: [{ record: RUN.name, figure: 'kills' }] };
const recordsOf = (...records: WrittenRecord[]) => new Map(records.map((record) => [record.name, record]));
const render = (records: WrittenRecord[], input: Partial<PageInput> = {}): string =>
  renderReliabilityPage({
    runs: [RUN, OTHER],
    goals: [{ name: 'Kills survived', parts: [PART] }],
    promises: [{ number: 1, title: 'Nothing acknowledged is lost' }],
    ...input,
    records: recordsOf(...records),
  });
/** What is seen before anybody scrolls. */
const topOf = (page: string): string => page.slice(0, page.indexOf('\n## '));
const read = (file: string, record: object | string) => {
  const text = typeof record === 'string' ? record : JSON.stringify(record);
  return () => readRecords([{ file, text }], [RUN]);
};

describe('docs/reliability.md', () => {
  it('is what the records say', () => {
    const isCurrent = renderPage() === currentPage();
    expect(isCurrent ? 'current' : 'Run `npm run reliability -- --page` and commit the page.').toBe('current');
  });

  it('names every run there is, with a record or without one', () => {
    const page = currentPage();
    for (const { name } of RUNS) expect(page).toMatch(new RegExp(`^### ${name}$`, 'm'));
  });

  it('names every goal', () => {
    for (const { name, parts } of GOALS) {
      expect(currentPage()).toContain(`| ${name}`);
      expect([name, parts.length > 0]).toEqual([name, true]);
    }
  });
});

describe('the table of runs', () => {
  it('gives each a record of its own, and starts what is there', () => {
    expect(new Set(RUNS.map(({ name }) => name)).size).toBe(RUNS.length);
    for (const { file } of RUNS) expect([file, existsSync(join(process.cwd(), file))]).toEqual([file, true]);
  });

  it('forgets no simulation, trial, attack or bench that there is', () => {
    const names = new Set(RUNS.map(({ name }) => name));
    expect(KNOWN.filter((name) => !names.has(name))).toEqual([]);
  });

  it('tries to break every promise', () => {
    expect([...new Set(RUNS.flatMap(({ promises }) => promises))].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('leaves every record that a goal looks for', () => {
    const names = new Set(RUNS.map(({ name }) => name));
    const sources = GOALS.flatMap(({ parts }) => parts.flatMap(({ from }) => from));
    expect(sources.filter(({ record }) => !names.has(record))).toEqual([]);
  });
});

describe('npm run reliability', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['test/reliability/run.mjs', ...args], { encoding: 'utf8' });

  it('says what there is, and how long it takes', () => {
    const { status, stdout } = run('--list', '--only', 'chaos-storm,mutants', '--size', 'short');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^chaos-storm +\d+ (s|min)  \w.*\nmutants +\d+ (s|min)  \w.*\n$/);
  });
});

describe('the first screen', () => {
  it('says that everything held, how much was tried, on what, and which run is missing', () => {
    const top = topOf(render([recordOf()]));
    expect(top).toContain('**Nothing that must never happen happened** in the 1 run on record.');
    expect(top).toContain('There is no record of `attacks-forged`.');
    expect(top).toContain('Tried: 512 kills.');
    expect(top).toContain('MariaDB 10.11.19');
    expect(top).toContain('1 of 1 goal is met');
    expect(top.split('\n- ')).toHaveLength(6);
  });

  it('begins with the violations when there are any', () => {
    const page = render([recordOf({ violations: ['order A-1 was paid out twice\n(SEED=7)'] })]);
    const top = topOf(page);
    expect(top.indexOf('Something that must never happen did, 1 time')).toBeLessThan(top.indexOf('**Broken.**'));
    expect(top).toContain('- `chaos-storm`: order A-1 was paid out twice (SEED=7)');
    expect(page).toMatch(/Nothing acknowledged is lost.*\*\*violations in these runs: 1\*\*/);
    expect(top).not.toContain('Nothing that must never');
  });

  it('says when the runs saw different states of the tree', () => {
    const later = recordOf({ name: OTHER.name, revision: 'fedcba9876', finishedAt: '2026-02-01T00:00:00.000Z' });
    const page = render([recordOf(), later]);
    expect(topOf(page)).toContain('**1 of 2 runs saw another state of the tree** than the newest (`fedcba9876`)');
    expect(page).toContain('`0123456789` **other**');
    expect(page).toContain('(**another one than the newest run’s**)');
    expect(page).not.toContain('`fedcba9876` **other**');
  });

  it('lets no text of a record become more than text', () => {
    const page = render([recordOf({ violations: ['<script>a|b</script>'], title: 'An <img src=x> | for "all"' })]);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('| An &lt;img src=x> \\| for "all" |');
    expect(topOf(page)).toContain('&lt;script>a|b&lt;/script>');
  });

  it('is there without a single record', () => {
    expect(topOf(render([]))).toContain('Nothing is on record yet.');
  });
});

it('what happens beyond the promise has a table of its own, and is no violation', () => {
  const tables = [
    { title: 'Schedules', columns: ['variant', 'schedules', 'S1', 'L3'], rows: [['beyond-late', 154, '24', '0']] },
    {
      title: 'What each variant assumes',
      columns: ['variant', 'assumes', 'must violate'],
      rows: [
        ['base', 'a usual day', ''],
        ['beyond-late', 'an hour late', 'S1'],
      ],
    },
  ];
  const page = render([recordOf({ tables })]);
  const limits = page.slice(page.indexOf('## What this does not show'));
  expect(limits).toMatch(/\| chaos-storm +\| beyond-late +\| an hour late +\| 154 +\| S1 in 24 +\|/);
  expect(limits).not.toContain('a usual day');
  expect(topOf(page)).toContain('Nothing that must never happen happened');
});

describe('goals', () => {
  const judge = (change: Partial<GoalPart>, ...records: WrittenRecord[]) =>
    judgeGoals([{ name: 'Kills survived', parts: [{ ...PART, ...change }] }], recordsOf(...records))[0]!.parts[0]!;
  const both = [...PART.from, { record: OTHER.name, figure: /kill/ }];

  it('are met or open by what is on record', () => {
    expect(judge({}, recordOf())).toMatchObject({ state: 'met', value: 512 });
    expect(judge({})).toMatchObject({ state: 'open', value: null, missing: ['chaos-storm'] });
    expect(judge({ from: both }, recordOf())).toMatchObject({ state: 'met', missing: ['attacks-forged'] });
    expect(judge({ from: both, limit: 600 }, recordOf())).toMatchObject({ state: 'open', value: 512 });
    expect(judge({ from: [{ record: RUN.name, violations: true }], at: '=', limit: 0 }, recordOf()).state).toBe('met');
  });

  it('add up, or take the worst of, several figures', () => {
    const other = recordOf({ name: OTHER.name, figures: [{ name: 'other kills', value: 100, unit: '' }] });
    expect(judge({ from: both, limit: 612 }, recordOf(), other)).toMatchObject({ value: 612, state: 'met' });
    expect(judge({ from: both, combine: 'most' }, recordOf(), other)).toMatchObject({ value: 512 });
    const least = { from: both, combine: 'least', limit: 101, reason: 'too few' } as const;
    expect(judge(least, recordOf(), other)).toMatchObject({ value: 100, state: 'missed' });
  });

  it('that are missed need a reason, and those that are met have none', () => {
    expect(() => judge({ limit: 600 }, recordOf())).toThrow('Kills survived: kills is missed, and nobody says why');
    expect(() => judge({ reason: 'slow' }, recordOf())).toThrow('is met, and excused all the same');
    const goals = [{ name: 'Kills survived', parts: [{ ...PART, limit: 600, reason: 'The night was short.' }] }];
    const page = render([recordOf()], { goals });
    expect(page).toMatch(/Kills survived .*at least 600 .*512 .*\*\*missed\*\* .*The night was short\./);
    expect(topOf(page)).toContain('missed, each with its reason: kills survived');
  });

  it('name the figure that a record does not have, and those that it has', () => {
    const from = [{ record: RUN.name, figure: 'restarts' }];
    expect(() => judge({ from }, recordOf())).toThrow('The record chaos-storm has no figure restarts; it has: kills');
  });
});

describe('a record', () => {
  it('is read by its name', () => {
    expect(read('chaos-storm.json', recordOf())().get('chaos-storm')).toEqual(recordOf());
  });

  it.each<[string, string, object | string, RegExp]>([
    ['is no JSON', 'chaos-storm.json', '{ "name": "chaos', /chaos-storm\.json is no JSON object/],
    [
      'is cut short',
      'chaos-storm.json',
      { name: 'chaos-storm' },
      /: title must be a text\n(.*\n)*.*: machine must be a/,
    ],
    ['is of nobody', 'chaos-calm.json', recordOf({ name: 'chaos-calm' }), /no run of .*runs\.mjs leaves it/],
    ['lies in another file', 'chaos-calm.json', recordOf(), /chaos-calm\.json holds the record of chaos-storm/],
    ['says too much', 'chaos-storm.json', { ...recordOf(), mood: 'good' }, /nobody knows mood/],
    ['has a figure of text', 'chaos-storm.json', { ...recordOf(), figures: [{ name: 'kills' }] }, /figures must be/],
    ['was never finished', 'chaos-storm.json', recordOf({ finishedAt: 'soon' }), /finishedAt must be an instant/],
    [
      'has a crooked table',
      'chaos-storm.json',
      recordOf({ tables: [{ title: 'Kills', columns: ['engine', 'kills'], rows: [['MariaDB']] }] }),
      /tables must be/,
    ],
  ])('that %s is refused with its name', (_, file, record, message) => {
    expect(read(file, record)).toThrow(message);
  });
});

it('the promises are read from their page', () => {
  const text = '| | Promise |\n|---|---|\n| 1 | **Nothing is lost.** Never. | x |\n| 2 | **Effects once.** | y |';
  expect(promisesIn(text)).toEqual([
    { number: 1, title: 'Nothing is lost' },
    { number: 2, title: 'Effects once' },
  ]);
});
