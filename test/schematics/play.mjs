/**
 * Plays `nest add tillbridge`: makes a project by the real `nest new`, puts into it what a shop of that kind has, lets the
 * project's own generator run the schematic of the built package, compiles the result, starts it and sends it a genuine
 * and a forged notification; an established shop also runs the schematic again, and its migrations, and asks the doctor. Prints what was seen as one line of JSON: `node test/schematics/play.mjs SHAPE`.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder } from '../package/pack.mjs';
import { doctorFindings } from './doctor.mjs';
import { takesNotifications } from './notify.mjs';
import { compile, generate, makeProject, migrate, nest } from './project.mjs';
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

/** Whether the schematic finds everything as it must be, once it has been run. */
function isUnchangedByAnotherRun(folder) {
  const once = fingerprint(folder);
  const told = generate(folder, 'tillbridge:nest-add');
  return told.includes('As it was') && fingerprint(folder) === once;
}

await inScratchFolder('schematic', async (scratch) => {
  const folder = makeProject(scratch, shape);
  const told = nest(folder, 'add', 'tillbridge', '--skip-install');
  const isStable = shape.dataSource && isUnchangedByAnotherRun(folder);
  compile(folder);
  const isMigrated = shape.dataSource && migrate(folder, shape.dataSource).includes('has been executed');
  const seen = await takesNotifications(folder, { key, prefix: shape.prefix });
  const findings = shape.dataSource && (await doctorFindings(folder, key));
  console.log(
    JSON.stringify({
      ...seen,
      isStable,
      isMigrated,
      findings,
      isByHand: told.includes('by hand'),
      isNewDatabase: told.includes('there was none'),
    }),
  );
});
