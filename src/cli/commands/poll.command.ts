import { InvalidArgumentError, type Command } from 'commander';
import type { GroupTick } from '../../shop/index.js';
import { EXIT } from '../exit-codes.js';
import { does, shopCommand, type Work } from '../frame.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';

interface PollFlags extends GroupFlags {
  readonly most?: number;
}

/** `tillbridge poll`: makes the due polls once. */
export function pollCommand(): Command {
  const made = shopCommand('poll')
    .addOption(groupOption())
    .option('--most <number>', 'looks to be taken at most, in each group', readMost);
  return does<PollFlags>(made, poll);
}

/**
 * After Ctrl-C the tick ends once the running polls are done. Otherwise the claimed polls would wait for the end of
 * their lease.
 */
const poll: Work<PollFlags> = ({ flags, output, signal }) =>
  withShop(flags, output, async ({ payments }) => {
    const { groups } = await payments.polling.tick(flags.group, { most: flags.most, signal });
    const held = groups.filter((each) => each.held).map(({ group }) => group);
    return {
      exit: signal.aborted ? EXIT.stopped : held.length > 0 ? EXIT.no : EXIT.done,
      json: { groups },
      text: (style) =>
        [
          style.table(HEAD, groups.map(rowOf)),
          ...held.map((group) =>
            style.warn(`${group}: held back, as the service does not answer, or refuses the key.`),
          ),
        ].join('\n'),
    };
  });

const HEAD = ['Group', 'Settled', 'Ended', 'Waiting', 'Parked', 'Failed', 'Spared', 'Calls'];
const rowOf = ({ group, settled, ended, waiting, parked, failed, spared, calls }: GroupTick): string[] => [
  group,
  ...[settled, ended, waiting, parked, failed, spared, calls].map(String),
];

function readMost(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 1.');
}
