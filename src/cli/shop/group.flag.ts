import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { OpenShop } from './open-shop.js';

/** Flag of commands for one terminal group. */
export interface GroupFlags {
  readonly group?: string;
}

/** The option without a default: the shop has one group, or the order id determines it. */
export const groupOption = (): Option =>
  new Option('-g, --group <name>', 'the terminal group, where there are several');

/**
 * The terminal group of the call: the named one, or the only one.
 *
 * @throws CliError for wrong usage if there are several; PaymentError `GROUP_UNKNOWN`, `GROUP_UNRESOLVED`
 */
export async function chosenGroup({ tools }: OpenShop, { group }: GroupFlags): Promise<string> {
  if (group !== undefined) return (await tools.groups.resolve(group)).name;
  const names = tools.groups.all.map(({ name }) => name);
  if (names.length === 1 && !tools.groups.mayGrow) return names[0]!;
  const others = tools.groups.mayGrow ? ['those that resolveGroup finds'] : [];
  const text = `There are several terminal groups: ${[...names, ...others].join(', ')}.`;
  throw usageError(text, 'Say which is meant: --group NAME.');
}
