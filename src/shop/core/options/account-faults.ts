import { DEFAULT_BASE_URLS, type TerminalGroupOptions } from './terminal-group.options.js';

type Given = Partial<TerminalGroupOptions> | null | undefined;

const addressOf = ({ baseUrl, mode }: Partial<TerminalGroupOptions>): string =>
  (typeof baseUrl === 'string' ? baseUrl : mode ? DEFAULT_BASE_URLS[mode] : '').replace(/\/+$/, '').toLowerCase();

const prefixOf = (group: Given): string => (typeof group?.orderIdPrefix === 'string' ? group.orderIdPrefix : '');

/**
 * Faults between terminal groups that may be one account. Which groups are cannot be seen from their keys, so all of one
 * address count: an id that begins with two prefixes would be nobody's. A group without a prefix may stand beside others:
 * it was there first, and its orders keep their ids.
 *
 * @param groups - the option `terminalGroups`, of any quality
 */
export const accountFaults = (groups: readonly Given[]): string[] => [...prefixFaults(groups), ...aliasFaults(groups)];

function prefixFaults(groups: readonly Given[]): string[] {
  return groups.flatMap((group, index) => {
    const prefix = prefixOf(group);
    const other = groups.findIndex(
      (each, place) =>
        place !== index &&
        prefix !== '' &&
        prefixOf(each).startsWith(prefix) &&
        addressOf(each!) === addressOf(group!) &&
        // Two that are the same are told of once.
        (prefixOf(each) !== prefix || place < index),
    );
    if (other < 0) return [];
    const path = `terminalGroups.${index}.orderIdPrefix`;
    return [`${path}: begins that of terminalGroups.${other}; no prefix may begin another one of the same address`];
  });
}

function aliasFaults(groups: readonly Given[]): string[] {
  const names = new Map(groups.map((group, index) => [group?.name, `terminalGroups.${index}.name`]));
  return groups.flatMap((group, index) => {
    const aliases: unknown[] = Array.isArray(group?.aliases) ? group.aliases : [];
    return aliases.flatMap((alias, place) => {
      if (typeof alias !== 'string') return [];
      const path = `terminalGroups.${index}.aliases.${place}`;
      const taken = names.get(alias);
      names.set(alias, path);
      return taken === undefined ? [] : [`${path}: is the name at ${taken} already`];
    });
  });
}
