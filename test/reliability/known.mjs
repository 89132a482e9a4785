/** Which records the commands can leave, by their own tables: what is missing in runs.mjs would never be run. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ATTACKS } from '../attacks/attacks.mjs';
import { TRIALS } from '../chaos/trials.mjs';
import { SUBJECTS } from '../simulation/engine/subjects.mjs';

const BENCHES = fileURLToPath(new URL('../../bench', import.meta.url));
const ENDING = '.bench.mjs';
const named = (prefix, table) => Object.keys(table).map((name) => `${prefix}-${name}`);

/** Names of records. */
export const KNOWN = [
  ...named('simulate', SUBJECTS),
  ...named('chaos', TRIALS),
  ...named('attacks', ATTACKS),
  ...readdirSync(BENCHES)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => `bench-${file.slice(0, -ENDING.length)}`),
];
