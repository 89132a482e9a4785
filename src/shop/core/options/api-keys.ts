import { keyId, type Fault } from '../../../protocol/index.js';
import { readApiKey, type ApiKey } from './api-key.options.js';

/** The keys of one terminal group, with the place of each in the options. */
interface PlacedKey extends ApiKey {
  readonly group: number;
  readonly path: string;
}

/** The keys of all terminal groups, in the order of the options, and all their faults. */
export interface ReadApiKeys {
  readonly keys: readonly (readonly ApiKey[])[];
  readonly faults: readonly Fault[];
}

/**
 * Reads the option `apiKeys` of all terminal groups together. A key belongs to one account: a key in two groups would make
 * calls and verify notifications in the name of the wrong one (scenario C1). Never throws.
 * That no key is valid at the moment is no fault: it comes and goes with time, in a process that runs as well.
 *
 * @param apiKeys - the option of each group, of any quality
 * @returns faults that never repeat a key: fingerprints only
 */
export function readApiKeys(apiKeys: readonly unknown[]): ReadApiKeys {
  const faults: Fault[] = [];
  const placed = apiKeys.map((list, group) => {
    const path = `terminalGroups.${group}.apiKeys`;
    return (Array.isArray(list) ? list : []).flatMap((entry: unknown, index): PlacedKey[] => {
      const read = readApiKey(entry, `${path}.${index}`);
      if (read.ok) return [{ ...read.key, group, path: `${path}.${index}` }];
      faults.push(...read.faults);
      return [];
    });
  });
  const keys = placed.map((list) => list.map(({ key, fromMs, untilMs }) => ({ key, fromMs, untilMs })));
  return { keys, faults: [...faults, ...repeatFaults(placed.flat())] };
}

function repeatFaults(keys: readonly PlacedKey[]): Fault[] {
  const first = new Map<string, PlacedKey>();
  return keys.flatMap((each) => {
    const earlier = first.get(each.key);
    if (!earlier) first.set(each.key, each);
    return earlier ? [{ path: each.path, message: repeatMessage(earlier, each) }] : [];
  });
}

const repeatMessage = (earlier: PlacedKey, each: PlacedKey): string =>
  earlier.group === each.group
    ? `the same key (fingerprint ${keyId(each.key)}) is listed twice`
    : `the same key (fingerprint ${keyId(each.key)}) stands at ${earlier.path} too; a key belongs to one account, so to one terminal group`;
