/** A finding about a notification that is not authentic, or might not be. */
export interface SignatureFinding {
  /** Stable, for programs. */
  readonly code: string;
  /** Whether it is proved (after its correction the signature matches), or only likely. */
  readonly certain: boolean;
  /** What is wrong, in plain words. */
  readonly what: string;
  /** What to do about it. */
  readonly fix: string;
}

/** One known mistake: how it looks, and how the original is recovered. */
export interface Mistake<T> extends Omit<SignatureFinding, 'certain'> {
  /** The possible originals, most likely first; empty if the mistake does not apply. */
  readonly meant: (given: T) => readonly T[];
}

/** A symptom that is visible without any correction. */
export interface Sign<T> extends Omit<SignatureFinding, 'certain'> {
  readonly shows: (given: T) => boolean;
}

/** The findings of the symptoms that apply. */
export const shown = <T>(signs: readonly Sign<T>[], given: T): readonly Sign<T>[] =>
  signs.filter(({ shows }) => shows(given));

/** A mistake as a proved finding. */
export const proved = ({ code, what, fix }: Omit<SignatureFinding, 'certain'>): SignatureFinding => ({
  code,
  certain: true,
  what,
  fix,
});

/** A mistake as a likely finding. */
export const likely = ({ code, what, fix }: Omit<SignatureFinding, 'certain'>): SignatureFinding => ({
  code,
  certain: false,
  what,
  fix,
});
