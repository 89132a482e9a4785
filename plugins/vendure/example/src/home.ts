import { join } from 'node:path';

/** The folder of this example. The compiled files stand in `dist/src`. */
export const HOME = join(__dirname, '..', '..');
