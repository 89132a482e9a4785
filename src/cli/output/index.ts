export * from './failure.js';
export * from './output.js';
export { printable, type TextStyle } from './text-style.js';
