export * from './failure.js';
export * from './output.js';
export { endWhenUnread } from './standard-output.js';
export { printable, type TextStyle } from './text-style.js';
