import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestDatabase, testEngines, type TestDatabase } from '../support/engines.js';

const PROGRAM = join(process.cwd(), 'test/database/time-zone-main.mjs');
/** Zones of the process, the driver and the session, and how far they are from UTC on a day in summer. */
const ZONES = { UTC: '+00:00', 'Europe/Amsterdam': '+02:00', 'Asia/Seoul': '+09:00' };
const QUARTER_MS = 900_000;

/** Every quarter of an hour around a change of clocks in Amsterdam, none of them on a full second. */
const nightOf = (change: number): number[] =>
  Array.from({ length: 25 }, (_, index) => change + (index - 12) * QUARTER_MS + 123 + index);
const INSTANTS = [...nightOf(Date.UTC(2026, 2, 29, 1)), ...nightOf(Date.UTC(2026, 9, 25, 1))];

type Read = readonly [id: string, signedAt: number, receivedAt: number, dueAt: number];
const engines = testEngines();
const seen: Record<string, Read[][]> = {};
let databases: TestDatabase[];

async function readIn(zone: string, offset: string): Promise<Read[][]> {
  const times = { zone, offset, instants: INSTANTS, databases: databases.map(({ options }) => options) };
  const env = { ...process.env, NODE_OPTIONS: '', TZ: zone, TIMES: JSON.stringify(times) };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM], { env, maxBuffer: 2 ** 24 });
  return JSON.parse(stdout) as Read[][];
}

beforeAll(async () => {
  databases = await Promise.all(engines.map(({ name }) => createTestDatabase(name)));
  for (const [zone, offset] of Object.entries(ZONES)) seen[zone] = await readIn(zone, offset);
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

for (const [index, engine] of engines.entries()) {
  engine.describe('instants on both nights of changing clocks (scenario B1)', () => {
    it.each(Object.keys(ZONES))('written and read to the millisecond, and in order, in %s', (zone) => {
      const read = seen[zone]![index]!;
      const writers = Object.keys(ZONES).slice(0, Object.keys(ZONES).indexOf(zone) + 1);
      const expected = INSTANTS.flatMap((at) => writers.map((writer) => [`${writer} ${at}`, at, at, at]));
      const byId = (a: readonly unknown[], b: readonly unknown[]): number => (String(a[0]) < String(b[0]) ? -1 : 1);
      expect(read.toSorted(byId)).toEqual(expected.toSorted(byId));
      const order = read.map(([, , receivedAt]) => receivedAt);
      expect(order).toEqual(order.toSorted((a, b) => a - b));
    });
  });
}
