/** Texts of charts, and of the numbers below them. */
export const CHART_LABELS = {
  now: 'now',
  numbers: 'The numbers',
  notCounted: 'not counted',
};

/** The texts of charts; see {@link CHART_LABELS}. */
export type ChartLabels = typeof CHART_LABELS;
