/** Who served the customer at a till. */
export interface TillEmployee {
  readonly id: string;
  readonly name: string;
}

/** What the customer added at a till to what was due. */
export interface Tip {
  /** Minor units. */
  readonly amount: number;
  readonly employee: TillEmployee | null;
}
