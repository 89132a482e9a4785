/** What came of each defect, in a file, so that a run which was interrupted goes on where it stopped. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

const keyOf = ({ file, start, end, text }, stage) => JSON.stringify([stage, file, start, end, text]);

/** What two runs have in common that draw the same defects. */
const titleOf = ({ seed, rooms, sources }) => {
  const hash = createHash('sha256')
    .update(JSON.stringify([...sources]))
    .digest('hex');
  return JSON.stringify({ seed, rooms, sources: hash.slice(0, 16) });
};

/** Without a file nothing is known, and nothing is kept. */
export class Outcomes {
  #known = new Map();

  /**
   * @param path - of the file; undefined: none
   * @param run - `seed`, `rooms`, and `sources` by file
   * @throws when the file is of other defects
   */
  constructor(path, run) {
    this.path = path;
    if (!path) return;
    const title = titleOf(run);
    if (!existsSync(path)) appendFileSync(path, `${title}\n`);
    const [first, ...lines] = readFileSync(path, 'utf8').split('\n');
    if (first !== title) throw new Error(`${path} is of other defects: of another seed, other rooms or other sources`);
    // The last line is cut off where the run was killed while it wrote.
    for (const line of lines.filter((each) => each.endsWith('}'))) {
      const { key, ...outcome } = JSON.parse(line);
      this.#known.set(key, outcome);
    }
  }

  /** What is known of a defect at a stage: `caughtBy`, `failure`, `seconds`. */
  of(defect, stage) {
    return this.#known.get(keyOf(defect, stage));
  }

  add(defect, stage, { caughtBy, failure, seconds }) {
    if (this.path)
      appendFileSync(this.path, `${JSON.stringify({ key: keyOf(defect, stage), caughtBy, failure, seconds })}\n`);
  }
}
