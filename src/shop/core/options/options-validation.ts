import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { checkNotificationUrl, CURRENCIES } from '../../../protocol/index.js';
import { unknownNames } from '../../../support/index.js';
import { DEFAULT_TIMEOUT_MS, callFaults, withCallDefaults, type CallLimits } from './call.options.js';
import { accountFaults } from './accounts.options.js';
import { errorAnswerFaults } from './errors.options.js';
import { entranceFaults, proxyFaults, type EntranceOptions } from './entrance.options.js';
import { TillbridgeOptionsDto } from './tillbridge-options.dto.js';
import { OPTION_NAMES, STRUCTURE_NAMES } from './option-names.js';
import { readApiKeys } from './keys.options.js';
import type { ApiKey, KeyProbeRule } from './api-key.options.js';
import { withPollingDefaults, type PollingSettings } from './polling.options.js';
import { refundRuleFaults, toRefundRules } from '../refund-rules/refund-rules.js';
import type { RefundRules } from '../refund-rules/refund-rules.types.js';
import { optionsError } from '../messages.js';
import {
  DEFAULT_BASE_URLS,
  type TerminalGroupOptions,
  type TillbridgeExtras,
  type TillbridgeOptions,
} from './tillbridge.options.js';

/** One line for each fault, with its path: `terminalGroups.0.mode: …`. */
function flatten(errors: readonly ValidationError[], prefix = ''): string[] {
  return errors.flatMap((error) => {
    const path = `${prefix}${error.property}`;
    const own = Object.values(error.constraints ?? {}).map((text) => `${path}: ${text}`);
    return [...own, ...flatten(error.children ?? [], `${path}.`)];
  });
}

/** What decorators cannot say: rules between fields, and the protocol's own rules. */
function groupFaults(group: Partial<TerminalGroupOptions>, index: number): string[] {
  const path = `terminalGroups.${index}`;
  const rules = group.mode === 'live' ? 'live' : 'development';
  const urlFaults = typeof group.notificationUrl === 'string' ? checkNotificationUrl(group.notificationUrl, rules) : [];
  const faults = urlFaults.map((fault) => `${path}.notificationUrl: ${fault.message}`);
  if (group.mode === 'live' && typeof group.baseUrl === 'string' && /^http:/i.test(group.baseUrl.trim())) {
    faults.push(`${path}.baseUrl: must be https in live mode; the API key would travel unprotected`);
  }
  if (group.mode !== 'sandbox' && typeof group.otherModeUrl === 'string' && /^http:/i.test(group.otherModeUrl.trim())) {
    faults.push(`${path}.otherModeUrl: must be https; the API key would travel unprotected`);
  }
  if (typeof group.name === 'string' && typeof group.notificationUrl === 'string') {
    const last = group.notificationUrl.split('?')[0]!.replace(/\/+$/, '').split('/').at(-1);
    if (last !== group.name) faults.push(`${path}.notificationUrl: must end in /${group.name}, which names the group`);
  }
  const nested = [
    ...callFaults(group.calls, group.timeoutMs),
    ...entranceFaults(group.notifications, group.notificationUrl),
    ...refundFaults(group.refunds),
  ];
  return [...faults, ...nested.map((fault) => `${path}.${fault}`)];
}

const refundFaults = (given: TerminalGroupOptions['refunds']): string[] =>
  typeof given === 'object' && given !== null ? refundRuleFaults(given).map((fault) => `refunds: ${fault}`) : [];

function zoneFaults(timeZone: unknown): string[] {
  if (typeof timeZone !== 'string') return [];
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return [];
  } catch {
    return ['timeZone: is not a zone this Node knows; use an IANA name such as Europe/Amsterdam'];
  }
}

/** A factory is asked when the routes and tables are there already: what it says of them would be heard by nobody. */
const lateFaults = (options: TillbridgeOptions, structure: TillbridgeExtras): string[] =>
  Object.keys(STRUCTURE_NAMES)
    .filter((name) => Object.hasOwn(options ?? {}, name) && Reflect.get(options, name) !== Reflect.get(structure, name))
    .map((name) => `${name}: comes too late from a factory; say it beside useFactory`);

/** A terminal group's options once checked, with every default filled in. */
type ValidTerminalGroup = Required<
  Omit<TerminalGroupOptions, 'apiKeys' | 'otherModeUrl' | 'calls' | 'notifications' | 'polling' | 'refunds'>
> & {
  readonly calls: CallLimits;
  readonly notifications: EntranceOptions;
  readonly polling: PollingSettings;
  readonly refunds: RefundRules;
  readonly otherModeUrl: string | null;
  readonly apiKeys: readonly ApiKey[];
};

/** The module's options once checked, with every default filled in. */
type ValidOptions = Required<Pick<TillbridgeOptions, 'timeZone' | 'workers'>> & {
  readonly terminalGroups: readonly ValidTerminalGroup[];
};

/**
 * Checks the host's options as a whole and fills in the defaults.
 *
 * @param nowMs - epoch milliseconds, for the keys' validity
 * @param structure - what was fixed when the module was imported, where it was
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, with paths and without values
 */
export function validateOptions(options: TillbridgeOptions, nowMs: number, structure?: TillbridgeExtras): ValidOptions {
  const groups = Array.isArray(options?.terminalGroups) ? options.terminalGroups : [];
  const checked = { ...options, clock: undefined, terminalGroups: groups.map(withoutKeys) };
  const read = readApiKeys(
    groups.map((group) => group?.apiKeys),
    nowMs,
  );
  const faults = [
    ...flatten(validateSync(plainToInstance(TillbridgeOptionsDto, checked), { forbidUnknownValues: false })),
    ...groups.flatMap((group, index) => (group ? groupFaults(group, index) : [])),
    ...read.faults.map(({ path, message }) => `${path}: ${message}`),
    ...accountFaults(groups),
    ...zoneFaults(options?.timeZone),
    ...proxyFaults(options?.trustedProxies),
    ...errorAnswerFaults(options?.errors),
    ...unknownNames(options, OPTION_NAMES),
    ...(structure ? lateFaults(options, structure) : []),
  ];
  if (faults.length > 0) throw optionsError([...new Set(faults)]);
  return {
    terminalGroups: groups.map((group, index) => withDefaults(group, read.keys[index] ?? [], options.probe)),
    timeZone: options.timeZone ?? 'Europe/Amsterdam',
    workers: options.workers ?? 'inline',
  };
}

/** The validator sees how many keys there are and none of them: it keeps what it judges in its errors. */
const withoutKeys = (group: TerminalGroupOptions): object =>
  Array.isArray(group?.apiKeys) ? { ...group, apiKeys: group.apiKeys.map(() => null) } : group;

const DEFAULT_READ_LAG_MS = 5_000;

const withDefaults = (
  group: TerminalGroupOptions,
  apiKeys: readonly ApiKey[],
  probe: KeyProbeRule = 'off',
): ValidTerminalGroup => ({
  ...group,
  apiKeys,
  baseUrl: (group.baseUrl ?? DEFAULT_BASE_URLS[group.mode]).replace(/\/+$/, ''),
  apiKeyIn: group.apiKeyIn ?? 'header',
  timeoutMs: group.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  calls: withCallDefaults(group.calls, group.timeoutMs),
  currencies: group.currencies ?? [...CURRENCIES],
  orderIdPrefix: group.orderIdPrefix ?? '',
  aliases: group.aliases ?? [],
  onAbandoned: group.onAbandoned ?? 'cancel',
  allowTip: group.allowTip ?? false,
  readLagMs: group.readLagMs ?? DEFAULT_READ_LAG_MS,
  notifications: group.notifications ?? {},
  polling: withPollingDefaults(group.polling),
  refunds: toRefundRules(group.refunds ?? {}),
  probe: group.probe ?? probe,
  otherModeUrl: group.otherModeUrl?.replace(/\/+$/, '') ?? null,
});
