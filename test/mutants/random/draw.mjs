/** Draws defects by a seed: the same ones for the same seed and the same source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { groupBy } from '../../chaos/support/group-by.mjs';
import { aboutDefect, withDefect } from './defect.mjs';
import { defectsIn } from './operators.mjs';
import { roomOf } from './rooms.mjs';

/** Where defects are drawn from. */
const DRAWN_FROM = ['src/shop', 'src/database/engine'];

const isSource = (name) => /\.tsx?$/.test(name) && !/\.(spec|labels)\.tsx?$/.test(name);

/** Every file of these rooms, and what it says. */
export function sourcesIn(root, rooms) {
  const files = DRAWN_FROM.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((name) => join(folder, name))
      .filter(isSource)
      .filter((file) => rooms.includes(roomOf(file))),
  );
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** Numbers from 0 up to 1, the same ones for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Each once, in an order of chance: first which kind of defect, so that rare kinds come too, then which of them. */
function* inRandomOrder(defects, seed) {
  const random = randomFrom(seed);
  const take = (list) => list.splice(Math.floor(random() * list.length), 1)[0];
  const byKind = [...groupBy(defects, ({ kind }) => kind).values()];
  while (byKind.length > 0) {
    const kind = byKind[Math.floor(random() * byKind.length)];
    yield take(kind);
    if (kind.length === 0) byKind.splice(byKind.indexOf(kind), 1);
  }
}

/** See the types. */
export async function drawDefects(sources, { seed, count, compiles }) {
  const all = [...sources].flatMap(([file, source]) => defectsIn(file, source));
  const drawn = [];
  for (const defect of inRandomOrder(all, seed)) {
    if (drawn.length === count) break;
    // The compiler takes its time, and Ctrl-C is to be heard.
    await setImmediate();
    const source = sources.get(defect.file);
    if (!compiles(defect.file, withDefect(source, defect))) continue;
    drawn.push({ ...defect, ...aboutDefect(source, defect), room: roomOf(defect.file) });
  }
  return drawn;
}
