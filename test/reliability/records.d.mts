import type { WrittenRecord } from './page.mjs';
import type { Run } from './runs.mjs';

/** Reads records by name. @throws with every fault listed: no JSON, a field that is missing or wrong, a run nobody knows */
export function readRecords(
  files: readonly { readonly file: string; readonly text: string }[],
  runs: readonly Pick<Run, 'name'>[],
): Map<string, WrittenRecord>;
