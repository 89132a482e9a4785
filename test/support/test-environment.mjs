import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';
import { disableStorages, watchStorages } from './async-storages.mjs';
import { keepCode } from './code-cache.mjs';

watchStorages();
keepCode();

/** Node's environment; what a spec file leaves behind in its worker ends with the file. */
export default class TestEnvironment extends NodeEnvironment {
  async teardown() {
    disableStorages();
    await super.teardown();
  }
}
