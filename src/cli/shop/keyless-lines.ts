import { gapText } from '../../shop/core/terminal-groups/key-gap.js';
import type { KeylessGroup } from '../../shop/diagnostics/index.js';
import { printable } from '../output/index.js';

/** One line for each terminal group of which no key is valid now. */
export const keylessLines = (groups: readonly KeylessGroup[]): string[] =>
  groups.map(
    ({ group, ...gap }) =>
      `${printable(group)} has no API key that is valid now: ${gapText(gap)}. Nothing is sent for it, and its work waits.`,
  );
