import vm from 'node:vm';

/** What V8 made of a source, by the name of its file. */
const compiled = new Map();

/** Code that was kept has lost who answers its `import()`: such a source is compiled each time. */
const IMPORTS_LATER = /\bimport\s*\(/;
const isKept = (name, source) => name !== undefined && !IMPORTS_LATER.test(source);

/** What was made of this very source, if anything. */
function known(name, source) {
  const before = compiled.get(name);
  return before?.source === source ? before.code : undefined;
}

/**
 * Keeps what V8 makes of each module from now on. Every spec file has modules of its own, so a worker compiles the frameworks
 * and the package a hundred times; each time but the first takes the code of the time before. Nothing else is shared.
 */
export function keepCode() {
  const { compileFunction, SourceTextModule } = vm;
  vm.compileFunction = (source, parameters, options = {}) => {
    const { filename } = options;
    const code = known(filename, source);
    if (code === undefined && !isKept(filename, source)) return compileFunction(source, parameters, options);
    const how = code === undefined ? { produceCachedData: true } : { cachedData: code };
    const compiledFunction = compileFunction(source, parameters, { ...options, ...how });
    if (code === undefined) compiled.set(filename, { source, code: compiledFunction.cachedData });
    return compiledFunction;
  };
  vm.SourceTextModule = class extends SourceTextModule {
    constructor(source, options = {}) {
      const { identifier } = options;
      const code = known(identifier, source);
      super(source, code === undefined ? options : { ...options, cachedData: code });
      // Spec files are compiled once.
      if (code !== undefined || /\.spec\.tsx?$/.test(identifier) || !isKept(identifier, source)) return;
      compiled.set(identifier, { source, code: this.createCachedData() });
    }
  };
}
