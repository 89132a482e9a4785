/**
 * `node test/package/complete-lock.mjs [file]`: adds to package-lock.json the binaries of other platforms that npm left
 * out. It leaves them out where it cannot see their manifests (or where node_modules was there first), and then `npm ci`
 * refuses the file, on every platform. To be run after a change of dependencies; does nothing when nothing is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pack.mjs';

const OS = /\b(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)\b/;
const CPU = /\b(arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64|wasm32)\b/;
const LIBC = /\b(gnu|musl)/;
const LIBC_NAMES = { gnu: 'glibc', musl: 'musl' };

const first = (pattern, name) => pattern.exec(name)?.[1];

/** What npm would have written, as far as the name tells: enough for it to skip the package on other platforms. */
function entryFor(name, version, parent) {
  const [os, cpu, libc] = [OS, CPU, LIBC].map((pattern) => first(pattern, name));
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(parent.dev && { dev: true }),
    ...(os === 'linux' && libc && { libc: [LIBC_NAMES[libc]] }),
    optional: true,
    ...(os && { os: [os] }),
  };
}

/** The places in which Node would look for a package needed at `from`. */
function placesOf(name, from) {
  const here = `${from && `${from}/`}node_modules/${name}`;
  return from === ''
    ? [here]
    : [here, ...placesOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))];
}

function missingBinaries(packages) {
  return Object.entries(packages).flatMap(([from, parent]) =>
    Object.entries(parent.optionalDependencies ?? {})
      .filter(([name]) => !placesOf(name, from).some((place) => place in packages))
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, parent)]),
  );
}

const file = process.argv[2] ?? join(root, 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const missing = missingBinaries(lock.packages);
if (missing.length > 0) {
  const all = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
  lock.packages = Object.fromEntries(all.sort(([one], [other]) => one.localeCompare(other, 'en')));
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
console.log(`${missing.length} binaries of other platforms added`);
