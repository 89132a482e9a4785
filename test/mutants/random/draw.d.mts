import type { AboutDefect } from './defect.mjs';
import type { Defect } from './operators.mjs';

/** One that is to be tried. */
export interface DrawnDefect extends Defect, AboutDefect {
  /** A folder of src/shop, `module`, or `engine`. */
  readonly room: string;
}

/** How they are drawn. */
export interface Draw {
  readonly seed: number;
  readonly count: number;
  /** Whether a file would compile with this text; what does not is passed over. */
  compiles(file: string, text: string): boolean;
}

/** The files from which defects are drawn, with their texts. */
export function sourcesIn(root: string, rooms: readonly string[]): Map<string, string>;

/** As many as are wanted, or as there are. */
export function drawDefects(sources: ReadonlyMap<string, string>, draw: Draw): Promise<DrawnDefect[]>;
