/** Something that is wrong, and how it is mended. */
export interface Finding {
  /** Names the fault; stable, for programs. */
  readonly id: string;
  /** Terminal group that it is about; left out where it is about all. */
  readonly group?: string;
  /** What is the matter, with the values that were found. */
  readonly what: string;
  /** What comes of it. */
  readonly why: string;
  /** What to do; when it is done, the finding is gone. */
  readonly fix: string;
}

/** What a check came to: findings (none: all is well), or why it could not be made. */
export type Verdict = { readonly findings: readonly Finding[] } | { readonly skipped: string };

/** One check by its name, as it is shown and as `--json` has it. */
export interface Checked {
  readonly check: string;
  readonly title: string;
  readonly verdict: Verdict;
}

/** All is well. */
export const WELL: Verdict = { findings: [] };

/** The findings of those rules that are broken. */
export const findings = (...found: readonly (Finding | false | undefined)[]): Verdict => ({
  findings: found.filter((each): each is Finding => Boolean(each)),
});
