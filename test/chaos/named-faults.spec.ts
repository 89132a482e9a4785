import { beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onEveryEngine, testEngines, type TestEngineName } from '../support/engines.js';
import { HARDLY_OPTIMISED } from '../support/hardly-optimised.mjs';
import { isLongRun, sized } from '../support/long-run.js';
import { noSmallDisk } from './disk-full.mjs';

const PROGRAM = join(process.cwd(), 'test/chaos/run.mjs');
type ByEngine = Readonly<Record<TestEngineName, string>>;
/** Every point once, on one engine or another; `npm run chaos -- points` has each of them on all engines, repeatedly. */
const EVERY_POINT: ByEngine = {
  sqlite: 'N2,N8,C2,P1',
  mariadb: 'N1,N4,N6,C1,F1,F3,F5,F7,F9,P3',
  mysql: 'N4,N6',
  postgres: 'N3,N5,N7,C3,F2,F4,F6,F8,P2,P3 before',
};
/**
 * Where most would be lost: right around a commit and a call. What a create, a poll and a lost COMMIT leave behind is tried by
 * test/e2e/create-lost, test/shop/polling/sweep-kill and test/e2e/statement-faults.
 */
const SOME_POINTS: ByEngine = { sqlite: '', mariadb: 'N4,F4', mysql: 'N4', postgres: 'N6,F8' };
const POINTS = sized({ usual: SOME_POINTS, long: EVERY_POINT });
const STILL: ByEngine = {
  sqlite: '',
  mariadb: 'N4',
  mysql: 'N4',
  postgres: 'F4',
};
const servers: readonly TestEngineName[] = ['mariadb', 'mysql', 'postgres'];
const everywhere: readonly TestEngineName[] = ['sqlite', ...servers];

/** What takes a server of its own and a minute is left to `npm run nightly`, which tries it on all of them. */
const atNight = (engines: readonly TestEngineName[]): readonly TestEngineName[] => (isLongRun ? engines : []);

/** What is tried, on which engines, and how little of it. */
const TRIALS = {
  points: {
    on: isLongRun ? everywhere : servers,
    flags: ['--together', '--replicas', '1', '--measured', '0', '--points'],
    figure: 'kills survived',
  },
  'disk-full': { on: atNight(everywhere), flags: ['--cycles', '1'], figure: 'times full' },
  'database-restart': { on: atNight(servers), flags: ['--cycles', '1'], figure: 'kills' },
  'commit-lost': { on: atNight(servers), flags: ['--commits', '4'], figure: 'commits lost' },
  zombies: {
    on: atNight(servers),
    flags: ['--repeats', '1', '--measured', '0', '--points'],
    figure: 'processes that stood still',
  },
} as const;
type Trial = keyof typeof TRIALS;
const NAMES = Object.keys(TRIALS) as Trial[];

/** What each engine is asked about, by trials that can be asked about something. */
const SUBJECTS: Partial<Record<Trial, ByEngine>> = { points: POINTS, zombies: STILL };

interface Ending {
  readonly code: unknown;
  readonly text: string;
}

async function run(trial: Trial, engine: TestEngineName): Promise<Ending> {
  const args = [
    ...HARDLY_OPTIMISED,
    PROGRAM,
    trial,
    '--engine',
    engine,
    ...TRIALS[trial].flags,
    SUBJECTS[trial]?.[engine] ?? [],
  ].flat();
  const child = spawn(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '', TILLBRIDGE_RECORD: '' } });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const [code] = await once(child, 'close');
  return { code, text };
}

/** No small disk can be made everywhere; where everything has to be tried, it must be. */
const noDisk = noSmallDisk();
const isLeftOut = (trial: Trial): boolean => trial === 'disk-full' && noDisk !== null && !process.env['CI'];

const trialsOn = (engine: TestEngineName): Trial[] =>
  NAMES.filter((trial) => TRIALS[trial].on.includes(engine) && !isLeftOut(trial));

let endings: Map<TestEngineName, Map<Trial, Ending>>;
beforeAll(async () => {
  if (noDisk !== null) process.stderr.write(`disk-full: ${noDisk}\n`);
  endings = await onEveryEngine(async (engine) => {
    const found = new Map<Trial, Ending>();
    for (const trial of trialsOn(engine)) found.set(trial, await run(trial, engine));
    return found;
  });
}, 600_000);

const figure = (text: string, name: string): number => Number(new RegExp(`^${name} +(\\d+)`, 'm').exec(text)?.[1]);

for (const { name: engine, describe } of testEngines()) {
  describe('named faults on real parts (scenarios D4, D5, R1 and R7)', () => {
    for (const trial of NAMES) {
      const test = trialsOn(engine).includes(trial) ? it : it.skip;
      test(`${trial}: nothing is lost, nothing happens twice, and the work goes on`, () => {
        const { code, text } = endings.get(engine)!.get(trial)!;
        expect({ code, text }).toEqual({ code: 0, text: expect.stringContaining('\n0 violations') });
        expect(figure(text, TRIALS[trial].figure)).toBeGreaterThan(0);
        expect(figure(text, 'calls judged from outside')).toBeGreaterThan(0);
      });
    }
  });
}
