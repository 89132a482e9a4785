import type { Breach } from './schedules.js';

/** Watches a schedule from outside: the service's books, the wire, the tables. It shares no decision with the module. */
export abstract class Monitor<Invariant extends string> {
  readonly violations: Breach<Invariant>[] = [];

  /** Something is as it must never be. */
  report(invariant: Invariant, text: string): void {
    this.violations.push({ invariant, text });
  }
}
