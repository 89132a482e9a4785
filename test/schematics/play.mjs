/**
 * Plays `nest add tillbridge`: makes a project by the real `nest new`, puts into it what a shop of that kind has, lets the
 * project's own generator run the schematic of the built package twice, compiles the result, starts it and sends it a
 * genuine and a forged notification. Prints what was seen as one line of JSON: `node test/schematics/play.mjs SHAPE`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder } from '../package/pack.mjs';
import { takesNotifications } from './notify.mjs';
import { compile, generate, makeProject, nest } from './project.mjs';
import { SHAPES } from './shapes.mjs';

const key = process.env.HOST_API_KEY ?? 'schematic-host-key';
const shape = SHAPES[process.argv[2] ?? 'fresh'];

/** One figure for everything in the project that is not installed or compiled. */
function fingerprint(folder) {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.filter((each) => !each.slice(folder.length).includes('node_modules')).sort()) {
    hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex');
}

await inScratchFolder('schematic', async (scratch) => {
  const folder = makeProject(scratch, shape.files);
  const told = nest(folder, 'add', 'tillbridge', '--skip-install');
  const once = fingerprint(folder);
  const again = generate(folder, 'tillbridge:nest-add');
  const isStable = again.includes('As it was') && fingerprint(folder) === once;
  compile(folder);
  const seen = await takesNotifications(folder, { key, prefix: shape.prefix });
  console.log(
    JSON.stringify({
      ...seen,
      isStable,
      isByHand: told.includes('by hand'),
      isNewDatabase: told.includes('there was none'),
    }),
  );
});
