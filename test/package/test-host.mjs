/**
 * Installs the packed package into `compat/jest-host`, compiles it against the published types and runs its test in a Jest
 * with settings of its own. Prints how many tests passed and failed as one line of JSON.
 */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';
import { inScratchFolder, pack, root, runBinary, unpack } from './pack.mjs';

/** Jest leaves out what lies below a `node_modules`, where the scratch folder is. */
const SETTINGS = {
  testRegex: '\\.spec\\.js$',
  transform: {},
  testPathIgnorePatterns: [],
  haste: { retainAllFiles: true },
};

await inScratchFolder('jest-host', (folder) => {
  cpSync(join(root, 'compat', 'jest-host'), folder, { recursive: true });
  unpack(pack(folder).tarball, join(folder, 'node_modules', 'tillbridge'));
  runBinary('typescript', 'tsc', ['-p', join(folder, 'tsconfig.json')], { stdio: ['ignore', 'inherit', 'inherit'] });
  const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const result = join(folder, 'result.json');
  const settings = JSON.stringify({ rootDir: folder, ...SETTINGS });
  const args = ['--experimental-vm-modules', jest, `--config=${settings}`, '--json', `--outputFile=${result}`];
  execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(result, 'utf8'));
  console.log(JSON.stringify({ numPassedTests, numFailedTests }));
});
