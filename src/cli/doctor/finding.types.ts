/** A fault, and how to fix it. */
export interface Finding {
  /** Names the fault; stable, for programs. */
  readonly id: string;
  /** Its terminal group; absent if it concerns all. */
  readonly group?: string;
  /** What is wrong, with the values that were found. */
  readonly what: string;
  /** The consequence. */
  readonly why: string;
  /** What to do; afterwards the finding is gone. */
  readonly fix: string;
}

/** The result of a check: findings (none: all is well), or why it could not be made. */
export type CheckResult = { readonly findings: readonly Finding[] } | { readonly skipped: string };

/** One check by its name, in the form of the output and of `--json`. */
export interface Checked {
  readonly check: string;
  readonly title: string;
  readonly verdict: CheckResult;
}

/** All is well. */
export const WELL: CheckResult = { findings: [] };

/** The findings of the broken rules. */
export const findings = (...found: readonly (Finding | false | undefined)[]): CheckResult => ({
  findings: found.filter((each): each is Finding => Boolean(each)),
});
