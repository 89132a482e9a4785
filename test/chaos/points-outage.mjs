/** What trials have in common in which the database goes away under load, and comes back. */
import { atMost, figure } from '../../bench/support/figures.mjs';
import { Load } from './points-load.mjs';
import { Stage } from './points-stage.mjs';

/** The goal for work that goes on after a crash. */
const RESUMED_WITHIN_S = 45;
const WARM_UP = 3;

/**
 * Takes the database away so many times while shoppers buy, and looks at the books in the end.
 *
 * @param {object} database of an engine
 * @param {{ cycles: number, replicas: number, shop?: object, outage: (stage: Stage, cycle: number) => Promise<unknown>,
 *   say?: (text: string) => void }} how `outage` resolves when the database is back
 * @returns {Promise<{ cycles: number, orders: number, refunds: number, answers: object, longest: number, repeats: number, faults: string[] }>}
 */
export async function survive(database, { cycles, replicas, outage, shop, say = () => undefined }) {
  const stage = await Stage.open(database, shop);
  const load = new Load(stage);
  const result = { cycles: 0, orders: 0, refunds: 0, answers: stage.answers, longest: 0, repeats: 0, faults: [] };
  try {
    await stage.launch(replicas);
    await stage.arm();
    load.start();
    for (let warm = 0; warm < WARM_UP; warm += 1) await load.resumedAfter(`W-${warm}`);
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      await outage(stage, cycle);
      const seconds = await load.resumedAfter(`R-${cycle}`);
      result.cycles += 1;
      result.longest = Math.max(result.longest, seconds);
      say(`${cycle + 1} of ${cycles}: work went on after ${seconds.toFixed(1)} s`);
    }
    await load.stop();
    await stage.drain();
    const { faults, repeats } = await stage.audit();
    Object.assign(result, { faults: [...load.faults, ...faults], repeats });
    if (stage.processes.length < replicas)
      result.faults.push(`${replicas - stage.processes.length} processes have ended`);
  } catch (error) {
    result.faults.push(`${error.message} ${stage.outputs()}`.trim());
  } finally {
    const stopping = load.stop();
    Object.assign(result, { orders: stage.orders.length, refunds: stage.refunds.size });
    await stage.close();
    await stopping;
  }
  return result;
}

const answered = ({ answers }, status) => answers[status] ?? 0;

/** What a trial of this kind reports. */
export function outageReport(results, { what, command, leftOut = [] }) {
  const total = (of) => results.reduce((sum, result) => sum + of(result), 0);
  const columns = [
    'engine',
    what,
    'orders',
    'refunds',
    'OK',
    '503',
    'no answer',
    'work resumed, longest s',
    'violations',
  ];
  const rows = results.map((result) => [
    result.title,
    result.cycles,
    result.orders,
    result.refunds,
    answered(result, 200),
    answered(result, 503),
    answered(result, 0),
    result.longest.toFixed(1),
    result.faults.length,
  ]);
  const others = leftOut.map(({ title, reason }) => [
    title,
    `left out: ${reason}`,
    ...Array(columns.length - 2).fill('–'),
  ]);
  return {
    engines: results.map(({ title }) => title),
    violations: results.flatMap((run) =>
      run.faults.map((fault) => `${run.title}: ${fault}; ${command} --engine ${run.name}`),
    ),
    figures: [
      figure(
        what,
        total(({ cycles }) => cycles),
        '',
      ),
      figure(
        'work resumed after it was back, longest',
        Math.max(0, ...results.map(({ longest }) => longest)),
        's',
        atMost(RESUMED_WITHIN_S),
      ),
      figure(
        'effects told again under their id',
        total(({ repeats }) => repeats),
        '',
      ),
    ],
    tables: [{ title: `The database: ${what}`, columns, rows: [...rows, ...others] }],
  };
}
