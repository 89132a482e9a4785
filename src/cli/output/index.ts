export * from './failure.js';
export * from './output.js';
export type { Progress } from './progress.js';
export { printable, type TextStyle } from './text-style.js';
