/** Trials that are specs with more in them than the suite has time for. Their own output says what they did. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { figure } from '../../bench/support/figures.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A trial that runs specs in their long version. Each that fails is a violation. */
export const specTrial = (title, specs) => ({
  title,
  flags: {},
  run({ values, seed }) {
    const engines = values.engine ? { TILLBRIDGE_TEST_ENGINES: values.engine } : {};
    const env = { ...process.env, ...engines, TILLBRIDGE_LONG: '1', SEED: String(seed) };
    const failed = specs.filter((spec) => {
      const args = ['test/run.mjs', spec, '--verbose', '--runInBand'];
      return spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'inherit' }).status !== 0;
    });
    return {
      engines: [],
      violations: failed.map((spec) => `${spec} fails; TILLBRIDGE_LONG=1 SEED=${seed} npm test -- ${spec}`),
      figures: [figure('specs', specs.length, '')],
      tables: [],
    };
  },
});
