import { Option } from 'commander';
import { usageError } from '../cli-error.js';
import type { OpenShop } from './open-shop.js';

/** Flag of commands that work in one terminal group, or can. */
export interface GroupFlags {
  readonly group?: string;
}

/** Adds nothing where nothing is said: the shop has one group, or the order's id says which. */
export const groupOption = (): Option =>
  new Option('-g, --group <name>', 'the terminal group, where there are several');

/**
 * The terminal group that is meant: the one that is named, or the only one.
 *
 * @throws CliError for wrong usage where several could be meant; PaymentError `GROUP_UNKNOWN`, `GROUP_UNRESOLVED`
 */
export async function groupOf({ tools }: OpenShop, { group }: GroupFlags): Promise<string> {
  if (group !== undefined) return (await tools.groups.resolve(group)).name;
  const names = tools.groups.all.map(({ name }) => name);
  if (names.length === 1 && !tools.groups.mayGrow) return names[0]!;
  const others = tools.groups.mayGrow ? ['those that resolveGroup finds'] : [];
  const text = `There are several terminal groups: ${[...names, ...others].join(', ')}.`;
  throw usageError(text, 'Say which is meant: --group NAME.');
}
