import { fileURLToPath } from 'node:url';
import { BUNDLED_PACKAGES } from '../test/support/bundled-packages.mjs';
import { SWC_OPTIONS } from './swc-options.mjs';

// Jest puts no folder in the place of <rootDir> where it expects an expression.
const sources = fileURLToPath(new URL('../src/', import.meta.url));
const literally = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** One Jest project in ESM mode: the only mode in which one suite runs on every supported host. */
export default {
  rootDir: '..',
  testEnvironment: '<rootDir>/test/support/test-environment.mjs',
  roots: ['<rootDir>/src', '<rootDir>/test', '<rootDir>/examples'],
  // Specs import what they use; a Jest object for each of two thousand modules takes time.
  injectGlobals: false,
  testRegex: '\\.spec\\.tsx?$',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^typescript$': '<rootDir>/test/support/typescript.cjs',
    ...BUNDLED_PACKAGES,
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '^tillbridge$': '<rootDir>/src/index.ts',
    '^tillbridge/(.*)$': '<rootDir>/src/$1/index.ts',
  },
  transform: {
    [`^${literally(sources)}(?!.*\\.spec\\.)`]: '<rootDir>/test/support/source-transformer.mjs',
    '^.+\\.tsx?$': ['@swc/jest', { ...SWC_OPTIONS, sourceMaps: true }],
  },
  testSequencer: '<rootDir>/test/support/test-sequencer.mjs',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  // Workers share the cores with servers and browsers: this ends what hangs, and judges nothing.
  testTimeout: 120_000,
  // Each spec file leaves something behind in its worker; from here on collecting garbage takes longer than a new worker.
  workerIdleMemoryLimit: '1500MB',
};
