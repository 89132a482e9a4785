/**
 * `npm run check:package`: packs the package into a scratch folder and inspects what a shop would install.
 * Needs a build. `--update` rewrites contents.json, the list of published folders.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as inspections from './inspections.mjs';
import { inScratchFolder, pack, root, unpack } from './pack.mjs';

const CONTENTS = join(root, 'test', 'package', 'contents.json');

const INSPECTIONS = {
  'every path of package.json is in the tarball': inspections.missingPaths,
  'every page that errors and findings name is in the tarball': inspections.missingPages,
  'nothing but the build, its types, its texts and the dashboard for Grafana is published': inspections.strayFiles,
  'the ESM and the CJS copy have the same entry points and types': inspections.unevenCopies,
  'no source is in two files of one copy': inspections.sourcesTwice,
  'the published folders are those of contents.json': inspections.changedFolders,
  'every imported package is declared': inspections.undeclaredPackages,
  'every declared dependency is imported': inspections.unusedDependencies,
  'publint has nothing to say': inspections.publintMessages,
  'types resolve in every mode (attw, strict)': inspections.attwProblems,
};

async function inspect(packed) {
  let failures = 0;
  for (const [title, inspection] of Object.entries(INSPECTIONS)) {
    const complaints = await inspection(packed);
    console.log(`${complaints.length === 0 ? 'ok  ' : 'FAIL'} ${title}`);
    for (const complaint of complaints) console.log(`     ${complaint}`);
    failures += complaints.length;
  }
  return failures;
}

const failures = await inScratchFolder('check', async (scratch) => {
  const { tarball, files } = pack(scratch);
  const folder = join(scratch, 'package');
  unpack(tarball, folder);
  if (process.argv.includes('--update')) {
    writeFileSync(CONTENTS, `${JSON.stringify(inspections.foldersOf(files), null, 2)}\n`);
  }
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const expectedFolders = JSON.parse(readFileSync(CONTENTS, 'utf8'));
  return inspect({ tarball, files, folder, manifest, expectedFolders });
});

process.exitCode = failures === 0 ? 0 : 1;
