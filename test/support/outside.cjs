/**
 * A transform of Jest for packages that only compute: a spec gets them as Node itself has loaded them (test-environment.mjs), once
 * for all specs of a worker. Jest would read and compile their five hundred files anew for each spec.
 */
module.exports = {
  process: (_source, path) => ({ code: `module.exports = globalThis.requireOutside(${JSON.stringify(path)});` }),
};
