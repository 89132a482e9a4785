/** One Jest project whose spec files share sources and packages in each worker: docs/decisions/019-one-realm-per-worker.md. */
export default {
  rootDir: '..',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/examples'],
  testRegex: '\\.spec\\.tsx?$',
  injectGlobals: false,
  runtime: '<rootDir>/config/jest/shared-modules.runtime.cjs',
  testEnvironment: '<rootDir>/config/jest/worker-realm.environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/config/jest/default-logger.setup.mjs'],
  transform: {},
  workerIdleMemoryLimit: '1.5GB',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testTimeout: 30_000,
};
