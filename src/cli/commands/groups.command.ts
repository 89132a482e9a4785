import { Command } from 'commander';
import { EXIT } from '../exit-codes.js';
import { decisionOf, does, shopCommand, withDecision, type DecisionFlags, type Work } from '../frame.js';
import { printable } from '../output/index.js';
import type { OpenShop } from '../shop/open-shop.js';
import { withShop } from '../shop/with-shop.js';
import { strayLines } from '../shop/stray-lines.js';

const HELP = `
Stop every process that has the old name, give the group its new name in the options with aliases: ['OLD'], rename, start.
Ended in the middle, the same call goes on.

Example:
  tillbridge groups rename web-nl web --why 'one site for all countries'`;

/** `tillbridge groups`: the terminal groups, the processes that serve them, and how to rename a group. */
export function groupsCommand(): Command {
  const list = shopCommand(
    'list',
    'The terminal groups, the processes that run, and rows of names that no options have.',
  );
  const rename = shopCommand('rename', 'Move all rows of one name to another.')
    .argument('<old>', 'the name that no options have any more')
    .argument('<new>', 'the name in the options');
  return new Command('groups')
    .addCommand(does(list, listed))
    .addCommand(does<DecisionFlags>(withDecision(rename).addHelpText('after', HELP), renamed));
}

/** The running processes, with the time of their last sign of life. */
async function processesOf({ tools, manager }: OpenShop) {
  const living = await tools.processes.living(manager);
  return living.map(({ groups, place, seenAt }) => ({ groups, place, seenAt }));
}

const listed: Work<object> = ({ flags, output }) =>
  withShop(flags, output, async (shop) => {
    const { tools } = shop;
    const groups = (await tools.groups.sought()).map(({ name, mode, orderIdPrefix, aliases }) => ({
      name,
      mode,
      orderIdPrefix,
      aliases,
    }));
    const processes = await processesOf(shop);
    const { strayGroups } = await tools.diagnostics.read();
    return {
      exit: strayGroups.length === 0 ? EXIT.done : EXIT.no,
      json: { groups, processes, strayGroups },
      text: (style) =>
        [
          style.table(
            ['Group', 'Mode', 'Order id prefix', 'Aliases'],
            groups.map(({ name, mode, orderIdPrefix, aliases }) => [name, mode, orderIdPrefix, aliases.join(', ')]),
          ),
          ...processes.map(({ place, groups: names }) => `Runs: ${printable(place)} (${printable(names.join(', '))})`),
          ...strayLines(strayGroups).map((line) => style.warn(line)),
        ].join('\n'),
    };
  });

/** Without this line, the output for a mistyped name would look like a finished rename. */
const nothingOf = (name: string): string =>
  `Nothing was moved: no row bears the name ${printable(name)}. \`tillbridge groups list\` tells the names that have rows.`;

const renamed: Work<DecisionFlags> = ({ flags, output, signal }, from = '', to = '') =>
  withShop(flags, output, async ({ tools }) => {
    const report = await tools.renames.rename({
      from,
      to,
      ...decisionOf(flags),
      signal,
      onProgress: ({ rows }) => output.note(`${rows} row(s) moved`),
    });
    const { orders, rows, complete } = report;
    const left = complete ? '' : ' Stopped early: the same call goes on.';
    return {
      exit: complete ? EXIT.done : EXIT.stopped,
      json: report,
      text: () =>
        complete && rows === 0
          ? nothingOf(from)
          : `${orders} order(s), ${rows} row(s) in all, now belong to ${printable(to)}.${left}`,
    };
  });
