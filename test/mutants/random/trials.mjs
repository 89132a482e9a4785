/** Puts drawn defects into copies of the tree, one at a time, and looks which test is the first to fail. */
import { Tree } from '../tree.mjs';
import { withDefect } from './defect.mjs';
import { firstFailure } from './first-failure.mjs';
import { Reach } from './reach.mjs';

const WORKERS = 2;

/** In this order: what a spec of the room catches on SQLite costs the least. */
const STAGES = [
  { kind: 'own', on: 'sqlite' },
  { kind: 'own', on: 'servers' },
  { kind: 'wider', on: 'sqlite' },
  { kind: 'wider', on: 'servers' },
];
const SQLITE_ALONE = { environmentOf: async (on) => (on === 'sqlite' ? {} : null), isFor: () => true };
const FORGETFUL = { of: () => undefined, add: () => {} };
/** In one process of Jest: what its modules take of the memory is given back only at its end. */
const SPECS_AT_ONCE = 8;

const inChunks = (list) =>
  Array.from({ length: Math.ceil(list.length / SPECS_AT_ONCE) }, (_, index) =>
    list.slice(index * SPECS_AT_ONCE, (index + 1) * SPECS_AT_ONCE),
  );

const nameOf = ({ spec, test }) => `${spec ?? 'specs'}: ${test ?? 'cannot be run'}`;

/** Which tests fail without any defect: they prove nothing. Each is asked about once. */
class SoundTests {
  #known = new Map();

  /** @returns {Promise<boolean>} whether it passes in a tree without the defect */
  async areSound(folder, specs, failure, environment) {
    const again = failure.spec === null ? specs : [failure.spec];
    // Where the specs never end no one of them is named: what is known of others says nothing about these.
    const key = `${failure.spec === null ? again.join(' ') : nameOf(failure)} ${JSON.stringify(environment)}`;
    if (!this.#known.has(key))
      this.#known.set(
        key,
        (await firstFailure(folder, again, { test: failure.test ?? undefined, environment })) === null,
      );
    return this.#known.get(key);
  }

  get unsound() {
    return [...this.#known].filter(([, isSound]) => !isSound).map(([key]) => key);
  }
}

/** The first failure that only the defect explains. */
async function failureOf(tree, defect, specs, { sound, environment }) {
  for (const chunk of inChunks(specs)) {
    let left = chunk;
    while (left.length > 0) {
      const tried = left;
      const failure = await tree.withTexts(
        [defect.file],
        (text) => withDefect(text, defect),
        () => firstFailure(tree.folder, tried, { environment }),
      );
      if (failure === null) break;
      if (await sound.areSound(tree.folder, tried, failure, environment)) return failure;
      // What comes after a test that fails anyway would never be heard.
      left = failure.spec === null ? [] : tried.slice(tried.indexOf(failure.spec) + 1);
    }
  }
  return null;
}

/** Each of a list once, by as many at a time as there are trees. */
async function share(trees, list, work) {
  const waiting = [...list];
  const next = async (tree) => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) await work(tree, each);
  };
  await Promise.all(trees.map(next));
}

/** Which specs come to which of the defects. */
async function reachOf(trees, waiting, environment) {
  const reach = new Reach();
  const specs = [...new Set(waiting.flatMap((each) => each.specs))];
  const defects = waiting.map(({ result }) => result.defect);
  // With one defect its trial says as much.
  if (defects.length > 1)
    await share(trees, inChunks(specs), (tree, chunk) => reach.learn(tree, defects, { specs: chunk, environment }));
  return reach;
}

/** See the types. */
export async function tryDefects(root, defects, options) {
  const {
    specs,
    databases = SQLITE_ALONE,
    outcomes = FORGETFUL,
    isOwn = false,
    atOnce = WORKERS,
    tell = () => {},
  } = options;
  const sound = new SoundTests();
  const results = defects.map((defect) => ({ defect, caughtBy: null, failure: null, seconds: 0 }));
  const trees = Array.from({ length: Math.min(atOnce, defects.length) }, () => new Tree(root));

  /** Those that were tried before, by an earlier run. */
  function recall(stage) {
    const waiting = [];
    for (const result of results.filter(({ caughtBy }) => caughtBy === null)) {
      const known = outcomes.of(result.defect, stage);
      if (known) Object.assign(result, known);
      else waiting.push(result);
    }
    return waiting;
  }

  async function tryOn({ kind, on }) {
    const stage = `${kind} ${on}`;
    const left = recall(stage).map((result) => {
      const { file } = result.defect;
      return { result, specs: specs(file)[kind].filter((spec) => databases.isFor(on, spec, file)) };
    });
    const waiting = left.filter((each) => each.specs.length > 0);
    const environment = waiting.length > 0 ? await databases.environmentOf(on) : null;
    if (environment === null) return;
    const reach = await reachOf(trees, waiting, environment);
    let done = 0;
    await share(trees, waiting, async (tree, each) => {
      const { result } = each;
      const started = performance.now();
      const reaching = reach.specsFor(waiting.indexOf(each), each.specs);
      const failure = await failureOf(tree, result.defect, reaching, { sound, environment });
      result.seconds += (performance.now() - started) / 1_000;
      if (failure) Object.assign(result, { caughtBy: kind, failure });
      outcomes.add(result.defect, stage, result);
      done += 1;
      tell(result, { kind, on, done, count: waiting.length, specs: reaching.length });
    });
  }

  try {
    for (const stage of isOwn ? STAGES.slice(0, 1) : STAGES) await tryOn(stage);
  } finally {
    for (const tree of trees) tree.remove();
  }
  return { results, unsound: sound.unsound };
}
