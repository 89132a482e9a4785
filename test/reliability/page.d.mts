import type { RunRecord } from '../support/record.mjs';
import type { Goal } from './judge.mjs';
import type { Run } from './runs.mjs';

/** A record as it lies in docs/reliability: what the run left, and when, of which tree and on what. */
export interface WrittenRecord extends RunRecord {
  readonly finishedAt: string;
  readonly revision: string;
  readonly machine: { readonly processors: number; readonly memoryGb: number; readonly node: string };
}

/** What the page is made of. */
export interface PageInput {
  readonly runs: readonly Run[];
  readonly goals: readonly Goal[];
  /** By name. */
  readonly records: ReadonlyMap<string, WrittenRecord>;
  readonly promises: readonly { readonly number: number; readonly title: string }[];
}

/** The text of docs/reliability.md. @throws when a goal and its reason disagree, or a record lacks a figure that is told */
export function renderReliabilityPage(input: PageInput): string;

/** The promises as docs/evidence/promises.md numbers and names them. */
export function promisesIn(text: string): { number: number; title: string }[];
