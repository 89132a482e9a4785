/** Loads spec files by Node's own loader: a worker evaluates sources and packages once, where Jest's registry would once per spec file. */
const { register } = require('node:module');
const { fileURLToPath, pathToFileURL } = require('node:url');
const Runtime = require('jest-runtime').default;
const { mapPathOf } = require('./compiled.cjs');

const HERE = pathToFileURL(__filename);
const COMPILED = /^file:.*\.tsx?(\?spec=\d+)?$/;
let imports = 0;

/** Jest asks for the map of what a frame of a stack names, which is the URL of a module. */
class SourceMaps extends Map {
  get(url) {
    return COMPILED.test(url) ? mapPathOf(fileURLToPath(url)) : undefined;
  }
}
const sourceMaps = new SourceMaps();

module.exports = class SharedModulesRuntime extends Runtime {
  /** Would lead into Jest's registry from the sandbox's `process`; here it is the worker's own. */
  installGetBuiltinModule() {}

  getSourceMaps() {
    return sourceMaps;
  }

  /** Jest's circus keeps the state of a spec file in its module and in a list of handlers: the next file begins anew. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    if (imports === 0) register('./typescript.hooks.mjs', HERE);
    imports += 1;
    const { setGlobals } = await import('./jest-globals.mjs');
    setGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    return import(`${pathToFileURL(path)}?spec=${imports}`);
  }
};
