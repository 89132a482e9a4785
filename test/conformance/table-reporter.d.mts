/** A row of the conformance table. */
export interface Row {
  readonly section: string;
  readonly rule: string;
  readonly verdict: 'holds' | 'fails' | 'not specified';
  /** What was decided where the specification is silent. */
  readonly decision?: string;
}
/** A test as Jest reports it. */
export interface ReportedTest {
  readonly title: string;
  readonly status: string;
}
export function rowOf(test: ReportedTest): Row | undefined;
export function wrap(text: string, width: number): string[];
export function renderTable(rows: readonly Row[], columns: number): string;
export function countVerdicts(rows: readonly Row[]): Record<Row['verdict'], number>;
