/**
 * The cheap part, for each merge: the hosts that differ most from the repository's own tests, with the repository's own
 * packages. Only NestJS 11 is installed, from a lock file.
 */

/** Compiled together: ESM and CommonJS share most of the compiler's work. */
const HERE = {
  kind: 'merge',
  set: 'here',
  node: process.versions.node,
  database: 'sqlite',
  files: ['esm/main.express.ts', 'esm/payment.spec.ts', 'cjs/main.fastify.ts'],
};

export const MERGE_ROWS = [
  { ...HERE, id: 'esm', module: 'esm', program: 'main.express.ts' },
  { ...HERE, id: 'cjs', module: 'cjs', program: 'main.fastify.ts' },
  { ...HERE, id: 'jest', module: 'esm', program: 'payment.spec.ts' },
  {
    ...HERE,
    id: 'nest11',
    set: 'here-nest11',
    files: ['cjs/main.express.ts'],
    module: 'cjs',
    program: 'main.express.ts',
  },
];
