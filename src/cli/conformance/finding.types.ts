/** What a rule found out. */
export interface Finding {
  readonly held: boolean;
  /** What was seen, one sentence, fit to be shown. */
  readonly seen: string;
}
