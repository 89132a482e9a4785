/** Which specs come to the place of a defect, and how long they take: found by one run of each without any defect. */
import { join, relative } from 'node:path';
import { groupBy } from '../../chaos/support/group-by.mjs';
import { runJest } from './jest-process.mjs';
import { withProbes } from './probes.mjs';

/** By spec: how long it took, and the numbers of the defects to whose places it came. */
export class Reach {
  #bySpec = new Map();

  /**
   * Runs specs with a mark at the place of each defect.
   *
   * @param tree - a copy of the tree
   * @param defects - their numbers are their places in this list
   * @param how - `specs`: paths; `environment`: of the process
   */
  async learn(tree, defects, { specs, environment }) {
    const places = groupBy(
      defects.map((defect, id) => ({ ...defect, id })),
      ({ file }) => file,
    );
    const change = (text, file) => withProbes(file, text, places.get(file));
    const receive = ({ path, seconds, ids }) => {
      if (path) this.#bySpec.set(relative(tree.folder, path), { seconds, reached: new Set(ids) });
    };
    const marks = { TILLBRIDGE_REACHED: join(tree.folder, 'reached') };
    await tree.withTexts([...places.keys()], change, () =>
      runJest(tree.folder, specs, {
        reporter: 'reach-reporter.mjs',
        environment: { ...environment, ...marks },
        receive,
      }),
    );
  }

  /** Of specs, the nearest first, those that come to a place; of two that are about as near, the quicker one first. */
  specsFor(id, specs) {
    // A spec that told nothing, for it ended Jest, may come there.
    const reaching = specs.filter((spec) => this.#bySpec.get(spec)?.reached.has(id) ?? true);
    const rank = (spec) => reaching.indexOf(spec) + (this.#bySpec.get(spec)?.seconds ?? 0);
    return reaching.toSorted((a, b) => rank(a) - rank(b));
  }
}
