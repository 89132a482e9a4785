import { keyId } from '../../../protocol/index.js';
import { faultList, refusal } from '../refusal.js';
import { accountFaults } from './account-faults.js';
import { readApiKeys } from './api-keys.js';
import type { KeyProbeRule, TerminalGroupOptions } from './terminal-group.options.js';
import { judgeOptions, type ValidTerminalGroup } from './validate-options.js';

/** A known group with which a new one may conflict. */
export interface NeighbourGroup {
  readonly name: string;
  readonly mode: TerminalGroupOptions['mode'];
  readonly baseUrl: string;
  readonly orderIdPrefix: string;
  readonly aliases: readonly string[];
  readonly keys: { has(key: string): boolean };
}

/** The context in which the answer of `resolveGroup` is checked. */
export interface GroupContext {
  /** The requested name. */
  readonly name: string;
  /** All other groups. */
  readonly others: readonly NeighbourGroup[];
  /** The module's option `probe`. */
  readonly probe: KeyProbeRule | undefined;
}

/** Where the checked group stands in the options that are made for its check. */
const PLACE = /\bterminalGroups\.0(?:\.|: )/g;

/**
 * Checks the answer of `resolveGroup` like a configured group, and fills in the defaults.
 *
 * @throws PaymentError `OPTIONS_INVALID` naming the group and listing every fault, without values
 */
export function validateGroup(answer: TerminalGroupOptions, context: GroupContext): ValidTerminalGroup {
  const { name, probe } = context;
  const { faults, toValid } = judgeOptions({ terminalGroups: [answer], ...(probe && { probe }) });
  const all = [...faults, ...nameFaults(answer, name), ...neighbourFaults(answer, context)];
  if (all.length === 0) return toValid().terminalGroups[0]!;
  throw refusal({
    code: 'OPTIONS_INVALID',
    message: `Terminal group "${name}", as resolveGroup answered it, cannot be used:${faultList([...new Set(all.map((fault) => fault.replaceAll(PLACE, '')))])}`,
    kind: 'configuration',
    group: name,
    advice: 'Correct what resolveGroup answers; it is asked again in a moment.',
  });
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The requested name may be a former one: URLs of orders made earlier contain it. */
const nameFaults = (answer: Partial<TerminalGroupOptions> | null, name: string): string[] =>
  answer?.name === name || listOf(answer?.aliases).includes(name)
    ? []
    : ['name: must be the one that was asked for, or have that among its aliases'];

function neighbourFaults(answer: Partial<TerminalGroupOptions> | null, { others }: GroupContext): string[] {
  const placeOf = (index: number): string =>
    index < others.length ? `terminal group ${others[index]!.name}` : 'terminalGroups.0';
  const taken = others.filter(({ name }) => name === answer?.name);
  const keys = readApiKeys([answer?.apiKeys]).keys[0] ?? [];
  const shared = keys.flatMap(({ key }) =>
    others.filter((other) => other.keys.has(key)).map(({ name }) => [key, name]),
  );
  return [
    ...accountFaults([...others, answer], placeOf),
    ...taken.map(() => 'name: is that of another terminal group'),
    ...shared.map(
      ([key, name]) =>
        `apiKeys: the key (fingerprint ${keyId(key!)}) is that of terminal group ${name} too; a key belongs to one account, so to one terminal group`,
    ),
  ];
}
