/** A throw-away copy of the tree, in which one defect at a time may be put and taken out again. */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../support/scratch-folder.mjs';

/** What a test needs. Nothing that was built: what runs is what stands in the source. */
const NEEDED = ['src', 'test', 'examples', 'config', 'package.json'];

/** Why a defect cannot be put in where it belongs; null when it can. */
export function whyNotIn(text, { replace: [good, bad] }) {
  const times = text.split(good).length - 1;
  if (good === bad) return 'the defect changes nothing';
  return times === 1 ? null : `its text is there ${times} times: the code has changed, adapt the mutant`;
}

export class Tree {
  #remove = () => rmSync(this.folder, { recursive: true, force: true });

  /** @param root - the tree to copy */
  constructor(root) {
    this.folder = mkdtempSync(join(scratchFolder(), 'tillbridge-mutants-'));
    for (const name of NEEDED.filter((each) => existsSync(join(root, each))))
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    process.once('exit', this.#remove);
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /**
   * Puts a defect in while something is done.
   *
   * @throws when its text does not stand there exactly once
   */
  async with(mutant, act) {
    const put = (text) => {
      const obstacle = whyNotIn(text, mutant);
      if (obstacle) throw new Error(obstacle);
      const [good, bad] = mutant.replace;
      return text.replace(good, () => bad);
    };
    return this.withTexts([mutant.file], put, act);
  }

  /** Changes files while something is done. */
  async withTexts(files, change, act) {
    const texts = files.map((file) => [join(this.folder, file), readFileSync(join(this.folder, file), 'utf8')]);
    const changed = texts.map(([path, text], index) => [path, change(text, files[index])]);
    for (const [path, text] of changed) writeFileSync(path, text);
    try {
      return await act();
    } finally {
      for (const [path, text] of texts) writeFileSync(path, text);
    }
  }

  remove() {
    process.off('exit', this.#remove);
    this.#remove();
  }
}
