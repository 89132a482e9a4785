/** Puts drawn defects into copies of the tree, one at a time, and looks which test is the first to fail. */
import { Tree } from '../tree.mjs';
import { withDefect } from './defect.mjs';
import { firstFailure } from './first-failure.mjs';

const WORKERS = 2;
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
    const key = `${nameOf(failure)} ${JSON.stringify(environment)}`;
    const again = failure.spec === null ? specs : [failure.spec];
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
      const failure = await tree.withText(
        defect.file,
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

/** See the types. */
export async function tryDefects(root, defects, { specs, environmentFor = () => ({}), tell = () => {} }) {
  const sound = new SoundTests();
  const results = defects.map((defect) => ({ defect, caughtBy: null, failure: null, seconds: 0 }));

  const trees = Array.from({ length: Math.min(WORKERS, defects.length) }, () => new Tree(root));

  /** Those that are left, by the specs of their rooms or by wider ones. */
  async function tryWith(kind) {
    const waiting = results.filter(({ caughtBy }) => caughtBy === null);
    const count = waiting.length;
    let done = 0;
    const work = async (tree) => {
      for (let result = waiting.shift(); result; result = waiting.shift()) {
        const { defect } = result;
        const started = performance.now();
        const environment = environmentFor(defect.file);
        const failure = await failureOf(tree, defect, specs(defect.file)[kind], { sound, environment });
        result.seconds += (performance.now() - started) / 1_000;
        if (failure) Object.assign(result, { caughtBy: kind, failure });
        done += 1;
        tell(result, { kind, done, count });
      }
    };
    await Promise.all(trees.map(work));
  }

  try {
    await tryWith('own');
    await tryWith('wider');
  } finally {
    for (const tree of trees) tree.remove();
  }
  return { results, unsound: sound.unsound };
}
