/**
 * Plays `nest add tillbridge`: makes a project by the real `nest new`, puts into it what a shop of that kind has, lets the
 * project's own generator run the schematic of the built package, compiles the result, starts it and sends it a genuine
 * and a forged notification; an established shop also runs the schematic again, and its migrations, and asks the doctor.
 * Prints what was seen as one line of JSON: `node test/schematics/play.mjs SHAPE`. With `--nest 11` the established shop
 * is one of Nest 11, whose packages are installed anew; otherwise the packages are those of this repository.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inScratchFolder } from '../package/pack.mjs';
import { readCommandLine } from '../support/command-line.mjs';
import { doctorFindings } from './doctor.mjs';
import { installMissing, installProject } from './installed-project.mjs';
import { takesNotifications } from './notify.mjs';
import { makeProject } from './project.mjs';
import { SHAPES } from './shapes.mjs';

const key = process.env.HOST_API_KEY ?? 'schematic-host-key';
const { values: flags, positionals } = readCommandLine(import.meta.url, {
  allowPositionals: true,
  options: { nest: { type: 'string' } },
});
const shape = SHAPES[positionals[0] ?? 'fresh'];
const isInstalled = flags.nest === '11';

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
function isUnchangedByAnotherRun(tools) {
  const once = fingerprint(tools.folder);
  const output = tools.generate('tillbridge:nest-add', '--source-root=src');
  return output.includes('As it was') && fingerprint(tools.folder) === once;
}

async function play(scratch) {
  const tools = isInstalled ? installProject(scratch, shape) : makeProject(scratch, shape);
  const { folder } = tools;
  const output = tools.nest('add', 'tillbridge', '--skip-install');
  const isStable = shape.dataSource && isUnchangedByAnotherRun(tools);
  if (isInstalled) installMissing(folder);
  tools.compile();
  const isMigrated = shape.dataSource && tools.migrate(shape.dataSource).includes('has been executed');
  const seen = await takesNotifications(folder, { key, prefix: shape.prefix });
  const findings = shape.dataSource && (await doctorFindings(folder, key));
  const notes = { isByHand: output.includes('by hand'), isNewDatabase: output.includes('there was none') };
  console.log(JSON.stringify({ ...seen, isStable, isMigrated, findings, ...notes }));
}

/** Somewhere else on this machine, so that no package of this repository is found. */
async function inTemporaryFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-schematic-'));
  await work(folder).finally(() => rmSync(folder, { recursive: true, force: true }));
}

await (isInstalled ? inTemporaryFolder(play) : inScratchFolder('schematic', play));
