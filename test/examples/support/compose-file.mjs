import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** See the types. */
export const readComposeFile = (path) => parse(readFileSync(path, 'utf8'), { merge: true });
