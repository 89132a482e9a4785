/**
 * Everything that proves something: how it is started in each size, about how many minutes it takes on two cores, which
 * promises it tries to break, and under which heading of the page its record stands. `long` has the volumes of the goals.
 */
import { ATTACK_RUNS } from './runs-attacks.mjs';
import { CHAOS_RUNS } from './runs-chaos.mjs';
import { OTHER_RUNS } from './runs-other.mjs';
import { SIMULATION_RUNS } from './runs-simulation.mjs';
import { VENDURE_RUNS } from './runs-vendure.mjs';

export const RUNS = [...SIMULATION_RUNS, ...CHAOS_RUNS, ...ATTACK_RUNS, ...OTHER_RUNS, ...VENDURE_RUNS];
