/**
 * Installs the packed package into a host of `compat/`, compiles the host against the published types, runs it and
 * prints what it printed: `node test/package/boot-host.mjs esm|cjs|nest11`. What a host's lock file names is fetched from
 * the registry; the rest is found in this repository.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder, pack, root, runBinary, unpack } from './pack.mjs';

const kind = process.argv[2] ?? 'esm';

const AS_COMMONJS = ['--eval', "console.log(require.resolve('tillbridge'))"];

/** Which copy of the package Node hands to this kind of host. */
const WHERE = {
  esm: ['--input-type=module', '--eval', "console.log(import.meta.resolve('tillbridge'))"],
  cjs: AS_COMMONJS,
  nest11: AS_COMMONJS,
};

/** Peers that the lock file does not name, the database driver and the validator, are the repository's own. */
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--prefer-offline'];

/** Installs what the host's own lock file names. @returns the versions, by package; none when it has no such file */
function installOwn(folder) {
  if (!existsSync(join(folder, 'package-lock.json'))) return {};
  execFileSync('npm', INSTALL, { cwd: folder, stdio: 'pipe' });
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const versionOf = (name) =>
    JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')).version;
  return Object.fromEntries(Object.keys(dependencies).map((name) => [name, versionOf(name)]));
}

/** One process may hold both copies: errors of the one are recognised by the other. */
const ACROSS_COPIES = `
  import { createRequire } from 'node:module';
  import { isPaymentError } from 'tillbridge';
  const { serviceError } = createRequire(process.cwd() + '/')('tillbridge/protocol');
  const error = serviceError({ code: 1032, text: '', operation: 'read', httpStatus: 401 });
  console.log(isPaymentError(error) && !isPaymentError(new Error('another')));
`;

await inScratchFolder(`${kind}-host`, (folder) => {
  cpSync(join(root, 'compat', `${kind}-host`), folder, { recursive: true });
  copyFileSync(join(root, 'compat', 'host.ts'), join(folder, 'host.ts'));
  const versions = installOwn(folder);
  // A real folder rather than a link: Node follows links, and the package would find this repository's own parts.
  unpack(pack(folder).tarball, join(folder, 'node_modules', 'tillbridge'));
  runBinary('typescript', 'tsc', ['-p', join(folder, 'tsconfig.json')], { stdio: ['ignore', 'inherit', 'inherit'] });

  const run = (...args) =>
    execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  const loaded = run(...WHERE[kind])
    .trim()
    .split('/node_modules/tillbridge/')
    .at(-1);
  const seen = JSON.parse(run('out/host.js').trim().split('\n').at(-1));
  const knowsOtherCopy = run('--input-type=module', '--eval', ACROSS_COPIES).trim() === 'true';
  console.log(JSON.stringify({ loaded, ...seen, knowsOtherCopy, versions }));
});
