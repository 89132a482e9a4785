import type { StrayGroup } from '../../shop/diagnostics/index.js';
import { printable } from '../output/index.js';

/** One line for each terminal group with open rows that no options have. */
export const strayLines = (groups: readonly StrayGroup[]): string[] =>
  groups.map(
    ({ group, unfinished, notifications, refunds, effects }) =>
      `${printable(group)} is in no options: ${unfinished} unfinished attempt(s), ${notifications} notification(s), ` +
      `${refunds} refund(s), ${effects} effect(s) wait.`,
  );
