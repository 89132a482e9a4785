/** Trials that are specs with more in them than the suite has time for. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure } from '../../bench/support/figures.mjs';
import { enginesIn, runSearched } from '../support/searched-run.mjs';
import { flagsWith } from './support/flags.mjs';

/** What a spec has found besides, if it says: it appends lines of JSON to the file that TILLBRIDGE_FINDINGS names. */
function findingsIn(file) {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    return lines.map((line) => JSON.parse(line));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * A trial that runs specs in their long version. Each that fails is a violation.
 *
 * @param {string} title
 * @param {readonly string[]} specs paths
 * @param {{ flags?: Record<string, number>, envOf?: (values: Record<string, string>) => Record<string, string>, leftOut?: string[] }} how
 *   what it can be told, how the specs are told, and which engines have no part in it
 */
export const specTrial = (title, specs, { flags = {}, envOf = () => ({}), leftOut = [] } = {}) => ({
  title,
  flags: flagsWith(flags),
  async run({ values, seed }) {
    const folder = mkdtempSync(join(tmpdir(), 'tillbridge-findings-'));
    const file = join(folder, 'findings.jsonl');
    const engines = values.engine ? { TILLBRIDGE_TEST_ENGINES: values.engine } : {};
    const sizes = { ...engines, ...envOf(values), TILLBRIDGE_LONG: '1', SEED: String(seed) };
    const replay = Object.entries(sizes).map(([name, value]) => `${name}=${value}`);
    const env = { ...sizes, TILLBRIDGE_FINDINGS: file };
    const [violations, used] = [[], new Set()];
    try {
      for (const spec of specs) {
        const run = await runSearched('test/run.mjs', [spec, '--verbose', '--runInBand'], env);
        if (run.code !== 0) violations.push(`${spec} fails; ${replay.join(' ')} npm test -- ${spec}`);
        for (const each of enginesIn(run.stderr)) used.add(each);
      }
      const found = findingsIn(file);
      return {
        engines: [...used].filter((each) => !leftOut.includes(each.split(' ')[0])),
        violations,
        figures: [figure('specs', specs.length, ''), ...found.flatMap(({ figures }) => figures)],
        tables: found.flatMap(({ tables }) => tables),
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
});
