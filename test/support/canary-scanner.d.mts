/** One encoding of the marker. */
export interface CanaryForm {
  readonly name: string;
  readonly text: string;
  readonly caseless: boolean;
}

/** Every encoding of `marker` that is searched. */
export function canaryForms(marker?: string): CanaryForm[];

/** The name of the form in which `text` contains the canary, or undefined. */
export function findCanary(text: string): string | undefined;

/** Searches a stream of chunks for the canary, also across the border of two chunks. */
export class CanaryScanner {
  /** The form that was found, or undefined. Once set it stays. */
  readonly found: string | undefined;
  push(chunk: Buffer | string): string | undefined;
}
