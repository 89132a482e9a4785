/**
 * The scenarios: special hosts, each with its own row. `play` gets the bench of its row (compat/harness/bench.mjs) and
 * returns the fault, or undefined.
 */
import { BUILD_SCENARIOS } from './build.scenarios.mjs';
import { PLAIN_SCENARIOS } from './plain.scenarios.mjs';
import { RUNNER_SCENARIOS } from './runner.scenarios.mjs';

export const SCENARIOS = [...PLAIN_SCENARIOS, ...BUILD_SCENARIOS, ...RUNNER_SCENARIOS];
