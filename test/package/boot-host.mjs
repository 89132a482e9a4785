/**
 * Installs the packed package into a host of `compat/`, compiles the host against the published types, runs it and
 * prints what it printed: `node test/package/boot-host.mjs esm|cjs`.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { inScratchFolder, pack, root, runBinary, unpack } from './pack.mjs';

const kind = process.argv[2] ?? 'esm';

/** Which copy of the package Node hands to this kind of host. */
const WHERE = {
  esm: ['--input-type=module', '--eval', "console.log(import.meta.resolve('tillbridge'))"],
  cjs: ['--eval', "console.log(require.resolve('tillbridge'))"],
};

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
  console.log(JSON.stringify({ loaded, ...seen, knowsOtherCopy }));
});
