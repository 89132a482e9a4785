/** What trials have in common in which the database goes away under load, and comes back. */
import { auditFigures, resumedFigure, totalFigure, violationsOf } from './support/crash-report.mjs';
import { Load } from './points-load.mjs';
import { Stage } from './points-stage.mjs';

const WARM_UP = 3;

/**
 * Takes the database away so many times while shoppers buy, and looks at the books in the end.
 *
 * @param {{ name: string, title: string }} engine
 * @param {{ database: object, cycles: number, replicas: number, shop?: object,
 *   outage: (stage: Stage, cycle: number) => Promise<unknown>, say: (text: string) => void }} how `outage` resolves when the
 *   database is back
 * @returns {Promise<{ name: string, title: string, cycles: number, orders: number, refunds: number, answers: object,
 *   longest: number, repeats: number, faults: string[] }>}
 */
export async function survive({ name, title }, { database, cycles, replicas, outage, shop, say }) {
  const stage = await Stage.open(database, shop);
  const load = new Load(stage);
  const counts = { cycles: 0, orders: 0, refunds: 0, longest: 0, repeats: 0, calls: 0 };
  const result = { name, title, ...counts, answers: stage.answers, faults: [] };
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
      say(`${title}: ${cycle + 1} of ${cycles}: work went on after ${seconds.toFixed(1)} s`);
    }
    await load.stop();
    await stage.drain();
    const { faults, repeats, calls } = await stage.audit();
    Object.assign(result, { faults: [...load.faults, ...faults], repeats, calls });
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
    violations: violationsOf(results, {
      whereOf: ({ title }) => title,
      replayOf: ({ name }) => `${command} --engine ${name}`,
    }),
    figures: [
      totalFigure(what, results, ({ cycles }) => cycles),
      resumedFigure('work resumed after it was back, longest', results),
      ...auditFigures(results),
    ],
    tables: [{ title: `The database: ${what}`, columns, rows: [...rows, ...others] }],
  };
}
