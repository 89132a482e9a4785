import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { createRequire } from 'node:module';
import { disableStorages, watchStorages } from './async-storages.mjs';
import { runPackages } from './bundled-packages.mjs';
import { SourceModules } from './source-modules.mjs';

const require = createRequire(import.meta.url);

watchStorages();

/** Node's environment; what a spec file leaves in its worker is cleaned up after the file. */
export default class TestEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    // Loads modules that are shared by all spec files of a worker.
    this.global.requireOutside = require;
    // Called by the modules that bundled-packages.mjs writes.
    this.global.runPackages = (...given) => runPackages(this.getVmContext(), ...given);
    // Called by the modules that source-transformer.mjs puts in the place of sources.
    const sources = new SourceModules(this.getVmContext());
    this.global.runSource = (...given) => sources.run(...given);
  }

  async teardown() {
    disableStorages();
    await super.teardown();
  }
}
