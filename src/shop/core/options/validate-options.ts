import { checkNotificationUrl, parseUrl } from '../../../protocol/index.js';
import { isSandboxKey, unknownNames, type NameTree } from '../../../support/index.js';
import { fieldsOf, namesOf } from '../../../support/fields/fields.js';
import { checkFields } from '../../../support/fields/check-fields.js';
import { optionsError } from '../refusal.js';
import { refundRuleConflicts, toRefundRules } from '../refund-rules/refund-rules.js';
import { accountFaults, serviceAddress } from './account-faults.js';
import type { AgentFactory } from './agent-factory.js';
import type { ApiKey } from './api-key.options.js';
import { readApiKeys } from './api-keys.js';
import { callFaults, callLimits } from './call.options.js';
import { entranceFaults } from './entrance.options.js';
import type { PollingSettings } from './polling.options.js';
import { retentionFaults } from './retention.options.js';
import { DEFAULT_BASE_URLS, type TerminalGroupMode, type TerminalGroupOptions } from './terminal-group.options.js';
import { TillbridgeExtras, TillbridgeOptions } from './tillbridge.options.js';

/** Names that Nest itself knows beside a factory. */
const NEST_NAMES = {
  imports: true,
  inject: true,
  useFactory: true,
  useClass: true,
  useExisting: true,
  provideInjectionTokensFrom: true,
} as const;

/** Every name that `forRootAsync` knows apart from the options that its factory makes: Nest's own, and the structure. */
export const asyncNames = (): NameTree => ({ ...NEST_NAMES, ...namesOf(TillbridgeExtras) });

/** What Nest makes options from. With none of them it would inject `undefined` and report an unknown provider. */
const MAKERS = ['useFactory', 'useClass', 'useExisting'] as const;

/**
 * Checks the argument of `forRootAsync` and returns it as it is.
 *
 * @throws PaymentError `OPTIONS_INVALID` where it has nothing that makes the options
 */
export function checkedAsync<Options extends object>(options: Options): Options {
  if (MAKERS.some((name) => Reflect.get({ ...options }, name) !== undefined)) return options;
  throw optionsError([`forRootAsync: needs one of ${MAKERS.join(', ')}`]);
}

const isPlainHttp = (url: unknown): boolean => typeof url === 'string' && /^http:/i.test(url.trim());

const hostOf = (url: unknown): string | undefined => parseUrl(String(url))?.host;

/** The mode whose environment of the service an address belongs to; undefined for any other address. */
const modeAt = (url: unknown): TerminalGroupMode | undefined =>
  (['live', 'test'] as const).find((mode) => hostOf(DEFAULT_BASE_URLS[mode]) === hostOf(url));

/** Rules that decorators cannot express: between fields, and the protocol's own. */
function groupFaults(group: Required<TerminalGroupOptions>, keys: readonly ApiKey[]): string[] {
  const limits = callLimits(group.calls, group.timeoutMs);
  const faults = [...callFaults(limits, group.timeoutMs), ...refundRuleConflicts(group.refunds, 'refunds.')];
  if (group.mode !== 'sandbox' && keys.some(({ key }) => isSandboxKey(key))) {
    faults.push(
      'apiKeys: hold a key of the sandbox (sandbox-…), which everyone knows, in a mode that is not sandbox: anyone could sign notifications',
    );
  }
  if (group.mode === 'live' && isPlainHttp(group.baseUrl)) {
    faults.push('baseUrl: must be https in live mode; the API key would travel unprotected');
  }
  const other = modeAt(group.baseUrl);
  if (other !== undefined && other !== group.mode) {
    faults.push(
      `baseUrl: is the address of mode ${other}; leave it out, or set mode '${other}': what is real money would be mixed up with what is not`,
    );
  }
  if (group.mode !== 'sandbox' && isPlainHttp(group.otherModeUrl)) {
    faults.push('otherModeUrl: must be https; the API key would travel unprotected');
  }
  return typeof group.notificationUrl === 'string' ? [...faults, ...urlFaults(group)] : faults;
}

function urlFaults({ mode, name, notificationUrl, notifications }: Required<TerminalGroupOptions>): string[] {
  const rules = mode === 'live' ? 'live' : 'development';
  const faults = checkNotificationUrl(notificationUrl, rules).map(({ message }) => `notificationUrl: ${message}`);
  const last = notificationUrl.split('?')[0]!.replace(/\/+$/, '').split('/').at(-1);
  if (typeof name === 'string' && last !== name) {
    faults.push(`notificationUrl: must end in /${name}, which names the group`);
  }
  // The shop's own address ended in a slash: no route answers such a URL, and every notification would be lost.
  if (/[^:]\/\//.test(notificationUrl.split('?')[0]!))
    faults.push('notificationUrl: has two slashes in a row after its host');
  return [...faults, ...entranceFaults(notifications, notificationUrl)];
}

/** A factory runs after the routes and tables are built, so the structure that it returns would have no effect. */
const lateFaults = (options: TillbridgeOptions, structure: TillbridgeExtras): string[] =>
  [...fieldsOf(TillbridgeExtras).keys()]
    .filter((name) => Object.hasOwn(options ?? {}, name) && Reflect.get(options, name) !== Reflect.get(structure, name))
    .map((name) => `${name}: must be given beside useFactory; a factory runs too late for it`);

/** What is wrong with the structure. It is used at the import of the module, before the options are known. */
export const structureFaults = (structure: TillbridgeExtras): string[] =>
  checkFields(TillbridgeExtras, structure, { otherNames: 'elsewhere' }).faults.map(
    ({ path, message }) => `${path}: ${message}`,
  );

/** A terminal group's options once checked, with every default filled in. */
export type ValidTerminalGroup = ReturnType<typeof settledGroup>;

/** The module's options once checked, with every default filled in. */
type ValidOptions = Omit<Required<TillbridgeOptions>, 'terminalGroups' | 'resolveGroup'> & {
  readonly terminalGroups: readonly ValidTerminalGroup[];
};

/** The result of a check of options: every fault, and the complete options where there is none. */
interface OptionsVerdict {
  readonly faults: readonly string[];
  readonly toValid: () => ValidOptions;
}

/**
 * Checks the host's options as a whole and fills in the defaults.
 *
 * @param nowMs - the time of the clock, epoch milliseconds if the clock is right
 * @param structure - the structure that was fixed at the import of the module, if any
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, with paths and without values
 */
export function validateOptions(options: TillbridgeOptions, nowMs: number, structure?: TillbridgeExtras): ValidOptions {
  const other = otherThanObject(options);
  if (other !== null) throw optionsError([`the options: must be an object, { terminalGroups: […] }, not ${other}`]);
  const { faults, toValid } = judgeOptions(options, nowMs, structure);
  if (faults.length > 0) throw optionsError(faults);
  return toValid();
}

/** What a factory returned instead of options, without its value: a list, or nothing; null for an object. */
function otherThanObject(options: unknown): string | null {
  if (Array.isArray(options)) return 'a list';
  return typeof options === 'object' && options !== null ? null : options === null ? 'null' : typeof options;
}

/** {@link validateOptions}, with the faults as a value. */
export function judgeOptions(
  options: TillbridgeOptions,
  nowMs = Number.NaN,
  structure?: TillbridgeExtras,
): OptionsVerdict {
  const { value, faults } = checkFields(TillbridgeOptions, options ?? {}, { otherNames: 'elsewhere' });
  const checked = value as Required<TillbridgeOptions>;
  const given = Array.isArray(options?.terminalGroups) ? options.terminalGroups : [];
  const groups = (given.length > 0 ? checked.terminalGroups : []) as readonly Required<TerminalGroupOptions>[];
  const read = readApiKeys(given.map((group) => group?.apiKeys));
  const all = [
    ...[...faults, ...read.faults].map(({ path, message }) => `${path}: ${message}`),
    ...noneFaults(options),
    ...groups.flatMap((group, index) =>
      group ? groupFaults(group, read.keys[index] ?? []).map((fault) => `terminalGroups.${index}.${fault}`) : [],
    ),
    ...accountFaults(given),
    ...retentionFaults(checked.retention),
    ...clockFaults(options ?? {}, nowMs),
    ...unknownNames(options, { ...namesOf(TillbridgeOptions), ...namesOf(TillbridgeExtras) }),
    ...(structure ? lateFaults(options, structure) : []),
  ];
  const toValid = (): ValidOptions => ({
    ...checked,
    terminalGroups: groups.map((group, index) =>
      settledGroup({ ...group, probe: group.probe ?? checked.probe }, read.keys[index] ?? []),
    ),
  });
  return { faults: [...new Set(all)], toValid };
}

/** Without a group, and without a way to find one, no order could be paid. */
const noneFaults = (options: Partial<TillbridgeOptions> | undefined): string[] =>
  Array.isArray(options?.terminalGroups) && options.terminalGroups.length === 0 && options.resolveGroup === undefined
    ? ['terminalGroups: must hold at least one terminal group, unless resolveGroup finds them']
    : [];

/** The least plausible time. Times in seconds are below it, and so is every time before 1973. */
const LEAST_MS = 100_000_000_000;

/** A clock that gives no time ends every key; one that counts in seconds makes notifications come from the future. */
function clockFaults({ clock }: Partial<TillbridgeOptions>, nowMs: number): string[] {
  if (clock === undefined) return [];
  const isTime = Number.isSafeInteger(nowMs) && nowMs >= LEAST_MS;
  return isTime ? [] : ['clock: now() must give the time in whole milliseconds since 1970'];
}

const settledGroup = (group: Required<TerminalGroupOptions>, apiKeys: readonly ApiKey[]) => ({
  ...group,
  apiKeys,
  baseUrl: serviceAddress(group.baseUrl ?? DEFAULT_BASE_URLS[group.mode]),
  calls: callLimits(group.calls, group.timeoutMs),
  agent: (group.agent as AgentFactory | undefined) ?? null,
  orderIdPrefix: group.orderIdPrefix ?? '',
  polling: group.polling as PollingSettings,
  refunds: toRefundRules(group.refunds),
  otherModeUrl: group.otherModeUrl ? serviceAddress(group.otherModeUrl) : null,
});
