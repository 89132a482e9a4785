import { AddressList, type Clock } from '../../../support/index.js';
import type { AgentFactory } from '../options/agent-factory.js';
import type { RefundRules } from '../options/refund-rule.options.js';
import type { CallLimits } from '../options/call.options.js';
import type { PollingSettings } from '../options/polling.options.js';
import type { TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { ValidTerminalGroup } from '../options/validate-options.js';
import { CapabilityRing } from './capability-ring.js';
import type { OrderIdHabits } from './foreign-id.js';
import { KeyRing } from './key-ring.js';

/** Options of a group that have another type after the check. */
type Changed =
  | 'agent'
  | 'apiKeys'
  | 'aliases'
  | 'calls'
  | 'currencies'
  | 'notifications'
  | 'otherModeUrl'
  | 'polling'
  | 'refunds';

/** One account, with its keys hidden; every option that was left out has its default. */
export interface TerminalGroup extends Readonly<Required<Omit<TerminalGroupOptions, Changed>>>, OrderIdHabits {
  /** ISO 4217 codes that the account supports. */
  readonly currencies: readonly string[];
  /** Former names. */
  readonly aliases: readonly string[];
  /** Makes the agent of calls; `null`: they go straight to the service. */
  readonly agent: AgentFactory | null;
  readonly calls: CallLimits;
  readonly polling: PollingSettings;
  readonly refunds: RefundRules;
  /** Address at which the probe may check whether a refused key belongs to the other mode; `null`: nowhere. */
  readonly otherModeUrl: string | null;
  /** Where notifications may come from; `null`: from anywhere. */
  readonly allowedSources: AddressList | null;
  /** Whether notifications by GET are accepted. */
  readonly takesGet: boolean;
  readonly capabilities: CapabilityRing;
  readonly keys: KeyRing;
}

/** What tells the accounts of groups apart. */
type Placed = Pick<TerminalGroup, 'name' | 'baseUrl' | 'orderIdPrefix'>;

/**
 * Makes a group of its checked options.
 *
 * @param all - gives every group at the time of the call: groups may be added later
 */
export function toTerminalGroup(
  { apiKeys, notifications, ...group }: ValidTerminalGroup,
  clock: Clock,
  all: () => readonly Placed[],
): TerminalGroup {
  return {
    ...group,
    get otherPrefixes() {
      return prefixesBeside(group, all());
    },
    allowedSources: notifications.allowedSources ? new AddressList(notifications.allowedSources) : null,
    takesGet: notifications.byGet === true,
    capabilities: new CapabilityRing(notifications.capabilitySecrets ?? []),
    keys: new KeyRing(apiKeys, clock, group.name),
  };
}

const prefixesBeside = (group: Placed, all: readonly Placed[]): string[] =>
  all.flatMap(({ name, baseUrl, orderIdPrefix }) =>
    name !== group.name && baseUrl === group.baseUrl && orderIdPrefix !== '' ? [orderIdPrefix] : [],
  );
