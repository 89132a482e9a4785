/** Reads what lies in docs, and writes the page there. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECORDS } from '../support/record.mjs';
import { GOALS } from './goals.mjs';
import { promisesIn, renderReliabilityPage } from './page.mjs';
import { readRecords } from './records.mjs';
import { RUNS } from './runs.mjs';

const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
const PAGE = join(DOCS, 'reliability.md');

/** The records of a folder, by name. @throws when one of them cannot be used */
export function readFolder(folder) {
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [];
  return readRecords(
    files.sort().map((file) => ({ file, text: readFileSync(join(folder, file), 'utf8') })),
    RUNS,
  );
}

/** The page as the records that are there make it. @throws when a record cannot be used, or a goal lacks its reason */
export function renderPage() {
  const promises = promisesIn(readFileSync(join(DOCS, 'evidence/promises.md'), 'utf8'));
  return renderReliabilityPage({ runs: RUNS, goals: GOALS, records: readFolder(RECORDS), promises });
}

/** The page as it lies there; null where there is none yet. */
export const currentPage = () => (existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : null);

/** @returns its name */
export function writePage() {
  writeFileSync(PAGE, renderPage());
  return 'docs/reliability.md';
}

/** When the run of this name last left a record in a folder, in epoch milliseconds; 0 without one. */
export function finishedAt(folder, name) {
  const path = join(folder, `${name}.json`);
  return existsSync(path) ? Date.parse(JSON.parse(readFileSync(path, 'utf8')).finishedAt) : 0;
}
