import { Inject, Injectable, Optional } from '@nestjs/common';
import { AddressList, SystemClock, type Clock } from '../../../support/index.js';
import type { RefundRules } from '../options/refund-rule.options.js';
import type { CallLimits } from '../options/call.options.js';
import type { PollingSettings } from '../options/polling.options.js';
import type { TerminalGroupOptions } from '../options/terminal-group.options.js';
import type { TillbridgeExtras, TillbridgeOptions } from '../options/tillbridge.options.js';
import { validateOptions } from '../options/validate-options.js';
import { refusal } from '../refusal.js';
import { CLOCK, EXTRAS, TILLBRIDGE_OPTIONS } from '../tokens.js';
import { CapabilityRing } from './capability-ring.js';
import type { OrderIdHabits } from './foreign-id.js';
import { KeyRing } from './key-ring.js';

/** What of a group's options is something else once they are checked. */
type Changed =
  'apiKeys' | 'aliases' | 'calls' | 'currencies' | 'notifications' | 'otherModeUrl' | 'polling' | 'refunds';

/** One configured account, its keys out of sight; every option that was left out has its default. */
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

/** What a clock says; no number where a host has given something else. */
const timeBy = (clock: Partial<Clock> | undefined): number =>
  typeof clock?.now === 'function' ? clock.now() : Number.NaN;

/**
 * The configured terminal groups. Building it checks the options, so that a host with faulty ones does not start.
 *
 * @example
 * ```ts
 * const names = app.get(TerminalGroups).all.map(({ name, mode }) => `${name} (${mode})`);
 * ```
 */
@Injectable()
export class TerminalGroups {
  /** IANA zone of the service's times. */
  readonly timeZone: string;
  readonly workers: 'inline' | 'off';
  /** The shop's own reverse proxies. */
  readonly trustedProxies: AddressList;
  private readonly groups: ReadonlyMap<string, TerminalGroup>;

  /** @throws PaymentError `OPTIONS_INVALID` listing every fault */
  constructor(
    @Inject(TILLBRIDGE_OPTIONS) options: TillbridgeOptions,
    @Inject(CLOCK) clock: Clock = new SystemClock(),
    @Optional() @Inject(EXTRAS) structure?: TillbridgeExtras,
  ) {
    const valid = validateOptions(options, timeBy(clock), structure);
    this.timeZone = valid.timeZone;
    this.workers = valid.workers;
    this.trustedProxies = new AddressList(valid.trustedProxies);
    this.groups = new Map(
      valid.terminalGroups.map(({ apiKeys, notifications, ...group }) => [
        group.name,
        {
          ...group,
          otherPrefixes: prefixesBeside(group, valid.terminalGroups),
          allowedSources: notifications.allowedSources ? new AddressList(notifications.allowedSources) : null,
          takesGet: notifications.byGet === true,
          capabilities: new CapabilityRing(notifications.capabilitySecrets ?? []),
          keys: new KeyRing(apiKeys, clock),
        },
      ]),
    );
  }

  /** Every group, in the order of the options. */
  get all(): TerminalGroup[] {
    return [...this.groups.values()];
  }

  /** The group that has this name, or had it before (option `aliases`), if there is one. */
  find(name: string): TerminalGroup | undefined {
    return this.groups.get(name) ?? this.all.find(({ aliases }) => aliases.includes(name));
  }

  /** @throws PaymentError `GROUP_UNKNOWN` naming the groups there are */
  get(name: string): TerminalGroup {
    const group = this.find(name);
    if (group) return group;
    throw refusal({
      code: 'GROUP_UNKNOWN',
      message: `There is no terminal group "${name}"; configured are: ${[...this.groups.keys()].join(', ')}.`,
      kind: 'configuration',
      advice: 'Use a configured name, or add the group to the options of TillbridgeModule.',
    });
  }
}

type Placed = Pick<TerminalGroup, 'name' | 'baseUrl' | 'orderIdPrefix'>;

const prefixesBeside = (group: Placed, all: readonly Placed[]): string[] =>
  all.flatMap(({ name, baseUrl, orderIdPrefix }) =>
    name !== group.name && baseUrl === group.baseUrl && orderIdPrefix !== '' ? [orderIdPrefix] : [],
  );
