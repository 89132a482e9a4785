/** The employee who served the customer at a till. */
export interface TillEmployee {
  readonly id: string;
  readonly name: string;
}

/** The amount that the customer added at a till. */
export interface Tip {
  /** Minor units. */
  readonly amount: number;
  readonly employee: TillEmployee | null;
}
