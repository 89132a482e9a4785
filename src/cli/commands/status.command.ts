import type { Command } from 'commander';
import { COUNTED_AT_MOST } from '../../shop/diagnostics/diagnostics-figures.js';
import type { DiagnosticsFigures } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type Work } from '../frame.js';
import { strayLines } from '../shop/stray-lines.js';
import { withShop } from '../shop/with-shop.js';

/** `tillbridge status`: the work that waits, and what needs attention. */
export const statusCommand = (): Command => does(shopCommand('status'), status);

const status: Work<object> = ({ flags, output }) =>
  withShop(flags, output, async ({ tools }) => {
    const figures = await tools.diagnostics.read();
    const isWell = needingAttention(figures) === 0;
    return {
      exit: isWell ? EXIT.done : EXIT.no,
      json: { ok: isWell, ...storedOf(figures) },
      text: (style) =>
        [
          style.table(['What', 'How many'], rowsOf(figures)),
          ...strayLines(figures.strayGroups).map((line) => style.warn(line)),
        ].join('\n'),
    };
  });

/**
 * The figures from the database. The other figures describe the process that reads them, and this one has just started.
 */
const storedOf = ({ inbox, effects, orders, polling, refunds, strayGroups }: DiagnosticsFigures) => ({
  inbox,
  effects,
  orders,
  polling,
  refunds,
  strayGroups,
});

const needingAttention = ({ inbox, effects, orders, refunds, strayGroups }: DiagnosticsFigures): number =>
  inbox.parked + effects.failed + orders.attention + refunds.manual + strayGroups.length;

const many = (count: number): string => (count >= COUNTED_AT_MOST ? `${count} or more` : String(count));

const rowsOf = ({ inbox, effects, orders, polling, refunds }: DiagnosticsFigures): string[][] =>
  (
    [
      ['Notifications to be applied', inbox.pending],
      ['Notifications without an order', inbox.unmatched],
      ['Notifications parked', inbox.parked],
      ['Effects to be run', effects.pending],
      ['Effects failed', effects.failed],
      ['Attempts whose end is not known', orders.unfinished],
      ['Orders that need attention', orders.attention],
      ['Polls that are due', polling.due],
      ['Refunds to be sent', refunds.queued],
      ['Refunds whose outcome is not known', refunds.unknown],
      ['Refunds that need a decision', refunds.manual],
    ] as const
  ).map(([what, count]) => [what, many(count)]);
