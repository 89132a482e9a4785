/**
 * The compiler as Node itself loads it (test-environment.mjs), once for all specs of a worker. Jest would read its nine
 * megabytes again for each of them, and run them more slowly.
 */
module.exports = globalThis.requireOutside('typescript');
