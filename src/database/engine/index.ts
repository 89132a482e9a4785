/** What the rest of the package needs of a database engine: gates, transactions, locks, claims, columns, a clock. */
export * from './engine-error.js';
export * from './sqlite-gate.js';
