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
 *
 * @param apiKeys - the option of each group, of any quality
 * @param nowMs - epoch milliseconds
 * @returns faults that never repeat a key: fingerprints only
 */
export function readApiKeys(apiKeys: readonly unknown[], nowMs: number): ReadApiKeys {
  const faults: Fault[] = [];
  const placed = apiKeys.map((list, group) => {
    const path = `terminalGroups.${group}.apiKeys`;
    const keys = (Array.isArray(list) ? list : []).flatMap((entry: unknown, index): PlacedKey[] => {
      const read = readApiKey(entry, `${path}.${index}`);
      if (read.ok) return [{ ...read.key, group, path: `${path}.${index}` }];
      faults.push(...read.faults);
      return [];
    });
    faults.push(...validityFaults(keys, path, nowMs));
    return keys;
  });
  const keys = placed.map((list) => list.map(({ key, fromMs, untilMs }) => ({ key, fromMs, untilMs })));
  return { keys, faults: [...faults, ...repeatFaults(placed.flat())] };
}

function validityFaults(keys: readonly PlacedKey[], path: string, nowMs: number): Fault[] {
  if (keys.length === 0 || keys.some(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)) return [];
  const ids = keys.map(({ key }) => keyId(key)).join(', ');
  return [{ path, message: `none of the keys (fingerprints ${ids}) is valid now; look at from and until` }];
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
