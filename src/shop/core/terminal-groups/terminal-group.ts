import { AddressList, type Clock } from '../../../support/index.js';
import type { RefundRules } from '../options/refund-rule.options.js';
import type { CallLimits } from '../options/call.options.js';
import type { PollingSettings } from '../options/polling.options.js';
import type { TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { ValidTerminalGroup } from '../options/validate-options.js';
import { CapabilityRing } from './capability-ring.js';
import type { OrderIdHabits } from './foreign-id.js';
import { KeyRing } from './key-ring.js';

/** What of a group's options is something else once they are checked. */
type Changed =
  | 'apiKeys'
  | 'aliases'
  | 'calls'
  | 'currencies'
  | 'notifications'
  | 'otherModeUrl'
  | 'polling'
  | 'refunds';

/** One account, its keys out of sight; every option that was left out has its default. */
export interface TerminalGroup extends Readonly<Required<Omit<TerminalGroupOptions, Changed>>>, OrderIdHabits {
  /** ISO 4217 codes that the account supports. */
  readonly currencies: readonly string[];
  /** Names that it had before. */
  readonly aliases: readonly string[];
  readonly calls: CallLimits;
  readonly polling: PollingSettings;
  readonly refunds: RefundRules;
  /** Where the probe may ask whether a refused key belongs to the other mode; `null`: nowhere. */
  readonly otherModeUrl: string | null;
  /** Where notifications may come from; `null`: from anywhere. */
  readonly allowedSources: AddressList | null;
  /** Whether notifications by GET are taken. */
  readonly takesGet: boolean;
  readonly capabilities: CapabilityRing;
  readonly keys: KeyRing;
}

/** A group as its account is told from others. */
type Placed = Pick<TerminalGroup, 'name' | 'baseUrl' | 'orderIdPrefix'>;

/**
 * Makes a group of its checked options.
 *
 * @param all - every group there is, whenever it is asked: others may come later
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
    keys: new KeyRing(apiKeys, clock),
  };
}

const prefixesBeside = (group: Placed, all: readonly Placed[]): string[] =>
  all.flatMap(({ name, baseUrl, orderIdPrefix }) =>
    name !== group.name && baseUrl === group.baseUrl && orderIdPrefix !== '' ? [orderIdPrefix] : [],
  );
