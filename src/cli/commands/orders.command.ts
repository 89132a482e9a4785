import { Command, Option } from 'commander';
import { Money } from '../../protocol/index.js';
import type { RecheckedOrder } from '../../shop/admin/index.js';
import { usageError } from '../cli-error.js';
import { EXIT } from '../exit-codes.js';
import { appliedDecision, does, shopCommand, withApply, type ApplyFlags, type Work } from '../frame.js';
import { printable, type Report, type TextStyle } from '../output/index.js';
import { groupOption, type GroupFlags } from '../shop/group.flag.js';
import { withShop } from '../shop/with-shop.js';

interface RecheckFlags extends GroupFlags, ApplyFlags {
  readonly status: 'authorised';
  readonly silent: boolean;
}

const HELP = `
Orders that an older version wrote down as authorised although they may be paid. Without --apply they are only listed.
Exit code 1 while any is left.

Examples:
  tillbridge orders recheck --status authorised
  tillbridge orders recheck --status authorised --apply --why 'PayPal orders of 0.1'
  tillbridge orders recheck --status authorised --apply --silent --why 'shipped by hand in May'`;

/** `tillbridge orders recheck`: reads orders again whose record is older than the current rule. */
export function ordersCommand(): Command {
  const recheckCommand = shopCommand('recheck', 'Read orders again that an older version wrote down in its own words.')
    .addOption(
      new Option('--status <status>', 'the status that they stand as').choices(['authorised']).makeOptionMandatory(),
    )
    .option('--silent', 'with --apply: correct the record only, no handler is told', false)
    .addOption(groupOption());
  const made = withApply(recheckCommand, 'read each from the service, and tell what is found');
  return new Command('orders').addCommand(does<RecheckFlags>(made.addHelpText('after', HELP), recheck));
}

const recheck: Work<RecheckFlags> = async ({ flags, output, signal }) => {
  const { apply, silent, group } = flags;
  if (silent && !apply) throw usageError('--silent is about --apply.', 'Give both, or neither.');
  const decision = appliedDecision(flags);
  return withShop(flags, output, async ({ tools }) => {
    if (group !== undefined) await tools.groups.resolve(group);
    if (decision === null) return reportOf(await tools.recheck.list(group), true);
    const progress = await output.progress('Orders read', await tools.recheck.count());
    try {
      const onProgress = (done: number): void => progress.update(done);
      const { orders, complete } = await tools.recheck.apply(decision, { group, silent, signal, onProgress });
      return reportOf(orders, complete);
    } finally {
      progress.stop();
    }
  });
};

const isLeft = ({ outcome }: RecheckedOrder): boolean => outcome === 'listed' || outcome === 'unread';

const HEAD = ['Group', 'Order', 'Amount', 'Status', 'Outcome'];

const rowOf = ({ group, orderId, amount, status, outcome, error }: RecheckedOrder): string[] => [
  group,
  printable(orderId),
  Money.ofMinor(amount.amount, amount.currency).toString(),
  status ?? '',
  error === undefined ? outcome : `${outcome}: ${error}`,
];

function reportOf(orders: readonly RecheckedOrder[], complete: boolean): Report {
  const left = orders.filter(isLeft).length;
  const text = (style: TextStyle): string =>
    orders.length === 0
      ? style.good('No order stands as authorised from before the upgrade.')
      : `${style.table(HEAD, orders.map(rowOf))}\n${orders.length - left} of ${orders.length} read.${complete ? '' : ' Stopped early: the same call goes on.'}`;
  const exit = !complete ? EXIT.stopped : left > 0 ? EXIT.no : EXIT.done;
  return { exit, json: { orders, complete }, text };
}
