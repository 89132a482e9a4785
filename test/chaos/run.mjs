/**
 * Real parts, and what breaks them: `npm run chaos -- storm --minutes 30`; without a name, every trial with its defaults.
 *
 *   storm     replicas, database, service and network die, stop and come back at random under a steady load
 *     --minutes N     how long it strikes, shared among the engines and numbers of replicas (10; 30 for the long run)
 *     --replicas N,M  how many processes each (2,4; SQLite serves one)
 *     --rate N        orders a second (6)
 *     --pause N       the longest that a process is stopped, in seconds (40)
 *     --drain N       how long what is left may take afterwards, in seconds (240)
 *     --apart N       by how much replicas misread the database's clock at most, in milliseconds: 0, 30, 100 or 200 (200)
 *   lag       two replicas whose clocks are apart, old reads and late answers; no one dies (MariaDB, PostgreSQL)
 *     --orders N      how many (1000); --rate N orders a second (15); --replicas N (2); --drain N seconds (240)
 *   traffic   thousands of orders notified at once from everywhere, to several processes
 *     --orders N      how many orders (2000)
 *     --most N        each is notified 1 to N times (50)
 *     --processes N   how many shops share the work (4; SQLite serves one)
 *   fleet     traffic on servers, to thirty-two processes
 *     --orders N      how many orders (4000); --most N notifications each, at most (50); --processes N (32)
 *   points    kill -9 at every named crash point, with other replicas beside or a new process in its place
 *     --points A,B    only these (N1 … P3)
 *     --replicas N,M  how many processes each (2,4; SQLite serves one)
 *     --repeats N     how often at each point (1; 20 and more for the long run)
 *     --measured N    how many of these by the real clock; for the others time is put forward (1)
 *     --at-once N     shops that are tried side by side (8)
 *     --together      one shop for all points, one after the other
 *   disk-full, database-restart   the disk is filled, or the server killed, under load
 *     --cycles N      how often (4, 5)
 *     --replicas N    how many processes (2)
 *   commit-lost   the connection to the database ends around a COMMIT
 *     --commits N     how many are lost (50)
 *     --replicas N    how many processes (2)
 *   zombies   a process stands still for longer than its leases, and comes back
 *     --points A,B    only these; --repeats N (2), --measured N (1), --replicas N (2)
 *   queues    effects in queues of a real Redis under load: workers killed, Redis wiped, killed and cut off (PostgreSQL; --engine mariadb)
 *     --kills N, --wipes N, --restarts N, --partitions N   how many of each (12, 4, 2, 3)
 *     --longest N     the longest partition, in seconds (10; 60 for the long run)
 *     --rate N        orders a second, of two notifications each (20); --workers N processes (4); --drain N seconds (300)
 *     --measured N    1: what the dead held comes back by the real clock; 0: time is put forward over it (0)
 *     --poison N      1: the effect of one order ends its process at each run (1)
 *     --layout NAME   rest: every effect is in a queue; named: those of one handler are not (drawn)
 *     --backlog N     effects that are handed over before, with no one to run them (0; 1000000 for the long run)
 *     --held N        for how long that is measured, in seconds (60)
 *   faults    every fault at every statement on the way of a notification
 *   refunds   orders with two equal refunds each, in every mix of faults, two replicas
 *     --orders N      how many in each mix (80; 200 for the long run, which takes over an hour)
 *
 * Every trial on servers takes `--engine sqlite|mariadb|mysql|postgres`; without it, every engine that can be had takes part, but for
 * `queues`, which takes one.
 * `SEED=…` replays what a run that printed it has drawn. Ends with 1 when something happened that must not.
 */
import { randomInt } from 'node:crypto';
import { printTable } from '../../bench/support/figures.mjs';
import { mustBeAmong, readCommandLine } from '../support/command-line.mjs';
import { writeRecord } from '../support/record.mjs';
import { teller } from '../support/teller.mjs';
import { TRIALS } from './trials.mjs';

const [wanted, ...rest] = process.argv.slice(2);
const isNamed = wanted !== undefined && !wanted.startsWith('-');
const names = isNamed ? [wanted] : Object.keys(TRIALS);
const flags = isNamed ? rest : process.argv.slice(2);
const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

function printRows({ title, columns, rows }) {
  const lines = [columns, ...rows].map((cells) => cells.map(String));
  const widths = columns.map((_, at) => Math.max(...lines.map((cells) => cells[at].length)));
  console.log(title);
  for (const cells of lines) console.log(`  ${cells.map((cell, at) => cell.padStart(widths[at])).join('  ')}`);
}

function tell({ tables, figures, violations }) {
  tables.forEach(printRows);
  if (figures.length > 0) printTable(figures);
  for (const violation of violations) console.log(`VIOLATION ${violation}`);
  console.log(`${violations.length} violations; SEED=${seed}`);
}

/** @returns whether everything held */
async function attempt(name) {
  const { trial } = await TRIALS[name]();
  const options = { engine: { type: 'string' }, ...trial.flags };
  const { values } = readCommandLine(import.meta.url, { args: flags, options });
  process.stderr.write(`chaos: ${name}, SEED=${seed}\n`);
  const started = performance.now();
  const found = await trial.run({ values, seed, say: teller() });
  const seconds = Math.round((performance.now() - started) / 1_000);
  tell(found);
  const command = ['npm run chaos --', name, ...flags].join(' ');
  writeRecord({ name: `chaos-${name}`, title: trial.title, command, seconds, seed, ...found });
  return found.violations.length === 0;
}

mustBeAmong('trial', names, Object.keys(TRIALS));
// Whatever was started goes along.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
let holds = true;
for (const name of names) holds = (await attempt(name)) && holds;
process.exitCode = holds ? 0 : 1;
