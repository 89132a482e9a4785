/** Puts every mutant in by itself, runs the test that is to catch it, and tells what came of it. */
import { runTests } from './jest.mjs';
import { Tree } from './tree.mjs';

const WORKERS = 2;
const EMBEDDED = ['sqlite'];

/** A defect must be seen by the test, not by whatever reads the source. */
const UNREADABLE = /\b(?:SyntaxError|ReferenceError)\b/;

const enginesOf = ({ engines = EMBEDDED }) => engines;

/** Mutants of one spec, and on the same engines, one after the other: what it needs is loaded and warm then. */
function bySpec(mutants) {
  const groups = new Map();
  for (const mutant of mutants) {
    const key = `${mutant.spec} ${enginesOf(mutant)}`;
    groups.set(key, [...(groups.get(key) ?? []), mutant]);
  }
  return [...groups.values()].toSorted((a, b) => b.length - a.length);
}

const firstLine = (text) =>
  text
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
    .slice(0, 200) ?? '';

/** What the endings of a mutant's test say of it. */
function judge({ endings, broken }) {
  if (endings.length === 0) return { verdict: 'broken', why: firstLine(broken ?? 'its test did not run') };
  const failure = endings.find(({ status }) => status === 'failed')?.messages.join('\n');
  if (failure === undefined) return { verdict: 'survived', why: 'its test passes all the same' };
  return { verdict: UNREADABLE.test(failure) ? 'broken' : 'caught', why: firstLine(failure) };
}

/** Why a test proves nothing of a mutant: it fails without one, or is not there. Null when it may be used. */
function faultOfTest(name, { endings, broken }) {
  const own = endings.filter((each) => each.name === name);
  if (broken !== null) return `its spec does not run: ${firstLine(broken)}`;
  if (own.length === 0) return 'no test bears that name';
  const failed = own.find(({ status }) => status !== 'passed');
  return failed ? `its test does not pass without it: ${firstLine(failed.messages.join('\n'))}` : null;
}

async function tryOne(tree, mutant) {
  const run = { spec: mutant.spec, tests: [mutant.test], engines: enginesOf(mutant) };
  try {
    return judge(await tree.with(mutant, () => runTests(tree.folder, run)));
  } catch (error) {
    return { verdict: 'stale', why: error.message };
  }
}

async function tryGroup(tree, group, tell) {
  const [{ spec }] = group;
  const tests = [...new Set(group.map(({ test }) => test))];
  const sound = await runTests(tree.folder, { spec, tests, engines: enginesOf(group[0]) });
  for (const mutant of group) {
    const started = performance.now();
    const fault = faultOfTest(mutant.test, sound);
    const outcome = fault === null ? await tryOne(tree, mutant) : { verdict: 'unproved', why: fault };
    tell({ mutant, ...outcome, seconds: (performance.now() - started) / 1_000 });
  }
}

/**
 * Tries mutants in copies of the tree, some of them side by side.
 *
 * @param root - the tree
 * @param mutants - as in mutants.mjs
 * @param tell - receives each as soon as it was tried
 * @returns {Promise<{ mutant: object, verdict: string, why: string, seconds: number }[]>} in the order of the table.
 *   `caught`: the test fails; `survived`: it passes. Otherwise nothing is proved: `broken`: what was changed cannot be
 *   read, `stale`: there is no such text any more, `unproved`: the test fails without it, or is not there
 */
export async function tryMutants(root, mutants, tell = () => {}) {
  const groups = bySpec(mutants);
  const results = [];
  const work = async () => {
    const tree = new Tree(root);
    try {
      for (let group = groups.shift(); group; group = groups.shift())
        await tryGroup(tree, group, (result) => {
          results.push(result);
          tell(result, results.length);
        });
    } finally {
      tree.remove();
    }
  };
  const workers = Array.from({ length: Math.min(WORKERS, groups.length) }, work);
  await Promise.all(workers);
  return results.toSorted((a, b) => mutants.indexOf(a.mutant) - mutants.indexOf(b.mutant));
}
