import { DEFAULT_BASE_URLS, type TerminalGroupOptions } from './terminal-group.options.js';

type Account = Pick<TerminalGroupOptions, 'name' | 'mode' | 'baseUrl' | 'orderIdPrefix'> & {
  readonly aliases?: readonly string[];
};
type Given = Partial<Account> | null | undefined;
type PlaceOf = (index: number) => string;

const placeInOptions: PlaceOf = (index) => `terminalGroups.${index}`;

/**
 * The address that paths are appended to. The sandbox and the service's documentation print it with `/v1/json` at its end.
 *
 * @param url - the option `baseUrl` or `otherModeUrl`
 */
export const serviceAddress = (url: string): string =>
  url
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/v1\/json$/, '');

const addressOf = ({ baseUrl, mode }: Partial<Account>): string =>
  serviceAddress(typeof baseUrl === 'string' ? baseUrl : mode ? DEFAULT_BASE_URLS[mode] : '').toLowerCase();

const prefixOf = (group: Given): string => (typeof group?.orderIdPrefix === 'string' ? group.orderIdPrefix : '');

/**
 * Faults between terminal groups that may share one account. Keys do not show which groups share one, so all groups with the
 * same address count. An order id that begins with two prefixes would belong to no single group. One group without a prefix
 * may stand beside others: it may be the oldest one, and its orders keep their ids.
 *
 * @param groups - the option `terminalGroups`, of any quality
 * @param placeOf - the name of a group in the faults; default: its place in the options
 */
export const accountFaults = (groups: readonly Given[], placeOf: PlaceOf = placeInOptions): string[] => [
  ...prefixFaults(groups, placeOf),
  ...aliasFaults(groups, placeOf),
];

function prefixFaults(groups: readonly Given[], placeOf: PlaceOf): string[] {
  return groups.flatMap((group, index) => {
    const prefix = prefixOf(group);
    const other = groups.findIndex(
      (each, place) =>
        place !== index &&
        prefix !== '' &&
        prefixOf(each).startsWith(prefix) &&
        addressOf(each!) === addressOf(group!) &&
        // Two groups with the same prefix are reported once.
        (prefixOf(each) !== prefix || place < index),
    );
    if (other < 0) return [];
    return [
      `${placeOf(index)}.orderIdPrefix: begins that of ${placeOf(other)}; no prefix may begin another one of the same address`,
    ];
  });
}

function aliasFaults(groups: readonly Given[], placeOf: PlaceOf): string[] {
  const names = new Map(groups.map((group, index) => [group?.name, `${placeOf(index)}.name`]));
  return groups.flatMap((group, index) => {
    const aliases: unknown[] = Array.isArray(group?.aliases) ? group.aliases : [];
    return aliases.flatMap((alias, place) => {
      if (typeof alias !== 'string') return [];
      const path = `${placeOf(index)}.aliases.${place}`;
      const taken = names.get(alias);
      names.set(alias, path);
      return taken === undefined ? [] : [`${path}: is the name at ${taken} already`];
    });
  });
}
