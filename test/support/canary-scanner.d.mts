/** One way of writing the marker down. */
export interface CanaryForm {
  readonly name: string;
  readonly text: string;
  readonly caseless: boolean;
}

/** Every way of writing `marker` that is searched for. */
export function canaryForms(marker?: string): CanaryForm[];

/** The name of the form in which the canary stands in `text`, or undefined. */
export function findCanary(text: string): string | undefined;

/** Looks for the canary in a stream that comes in chunks, also where a chunk ends in the middle of it. */
export class CanaryScanner {
  /** The form found by now, or undefined. Once set it stays. */
  readonly found: string | undefined;
  push(chunk: Buffer | string): string | undefined;
}
