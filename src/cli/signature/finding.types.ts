/** Something that was found out about a notification that is not authentic, or might not be. */
export interface Finding {
  /** Stable, for programs. */
  readonly code: string;
  /** Whether it is proved (with it mended the signature fits), or only likely. */
  readonly certain: boolean;
  /** What is wrong, in plain words. */
  readonly what: string;
  /** What to do about it. */
  readonly fix: string;
}

/** One known mistake: how it looks, and how what was meant is got back from it. */
export interface Mistake<T> extends Omit<Finding, 'certain'> {
  /** What may have been meant, most likely first; nothing where the mistake does not show. */
  readonly meant: (given: T) => readonly T[];
}

/** A sign of something wrong that is seen without mending anything. */
export interface Sign<T> extends Omit<Finding, 'certain'> {
  readonly shows: (given: T) => boolean;
}

/** Those signs that show. */
export const shown = <T>(signs: readonly Sign<T>[], given: T): readonly Sign<T>[] =>
  signs.filter(({ shows }) => shows(given));

/** A mistake as a proved finding. */
export const proved = ({ code, what, fix }: Omit<Finding, 'certain'>): Finding => ({ code, certain: true, what, fix });

/** A mistake as a likely finding. */
export const likely = ({ code, what, fix }: Omit<Finding, 'certain'>): Finding => ({ code, certain: false, what, fix });
