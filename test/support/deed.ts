import type { LostCommitBench as Bench } from './lost-commit-bench.js';

/** What is done: prepared, done with one answer lost, and what remains of it. */
export interface Deed<Subject = unknown> {
  prepare(bench: Bench): Promise<Subject>;
  perform(bench: Bench, subject: Subject): Promise<unknown>;
  remains(bench: Bench, subject: Subject): Promise<unknown>;
}

/** A deed of any subject. */
export const deed = <Subject>(given: Deed<Subject>): Deed => given as Deed;
