/** The worker's own realm as the environment of its spec files. Puts back what a file changed in it; Jest restores its mocks. */
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

export default class WorkerRealm {
  global = globalThis;
  fakeTimers = null;
  #before = { console: globalThis.console, exit: process.exit, env: { ...process.env }, folder: process.cwd() };

  constructor({ projectConfig }) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose();
    const { console, exit, env, folder } = this.#before;
    globalThis.console = console;
    process.exit = exit;
    process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /** There is none: everything runs in the realm of the worker. */
  getVmContext() {
    return null;
  }
}
