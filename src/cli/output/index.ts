export * from './failure.js';
export * from './output.js';
export { endWhenUnread } from './standard-output.js';
export type { TextStyle } from './text-style.js';
export { printable } from '../../support/index.js';
