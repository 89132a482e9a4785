import {
  ACKNOWLEDGEMENT_TIMEOUT_MS,
  checkNotificationUrl,
  MIN_API_KEY_LENGTH,
  parseUrl,
  SERVICE_TIME_ZONE,
  type Fault,
  type NotificationUrlRules,
} from '../../../protocol/index.js';
import { namesOf } from '../../../support/fields/fields.js';
import { findUnknownNames, SystemClock } from '../../../support/index.js';
import { areLinks, type PageLink } from '../../../pages/page-context.js';
import { SandboxClock } from '../sandbox-clock.js';
import { checkFaultOptions } from './fault-checks.js';
import type { FaultOptions } from './fault.types.js';
import {
  checkNotificationSwitches,
  resolveNotificationSwitches,
  type NotificationSettings,
} from './notification-switches.js';
import { SandboxError } from '../sandbox.error.js';
import { SandboxOptions, type NotificationMethod, type SandboxTerminalGroup } from './sandbox.options.js';
import { checkSwitches, DEFAULT_SWITCHES } from './group-switches.checks.js';
import type { SandboxSwitches } from './group-switches.types.js';
import { checkTerminals } from './terminal.checks.js';
import type { SandboxTerminal } from './sandbox-terminal.js';

/** A terminal group with its defaults filled in. */
export interface SandboxAccount {
  readonly name: string;
  readonly site: string;
  readonly apiKey: string;
  /** Site-level, like the next one; only {@link SiteSettings} changes them. */
  notificationUrl: string | null;
  notificationMethod: NotificationMethod;
  readonly switches: SandboxSwitches;
  readonly terminals: readonly SandboxTerminal[];
}

/** Checked {@link SandboxOptions} with all defaults filled in. */
export interface SandboxSettings extends NotificationSettings {
  readonly accounts: readonly SandboxAccount[];
  readonly publicUrl: string | null;
  readonly database: string;
  readonly clock: SandboxClock;
  readonly faults: FaultOptions | null;
  readonly timeZone: string;
  readonly autoDeliver: boolean;
  readonly links: readonly PageLink[];
  readonly allowedHosts: readonly string[];
  readonly notificationTimeoutMs: number;
}

const NAME = /^[\w.-]{1,64}$/;
// "live" as a separate word, as in "live_ab12" or "shop-live": the key of a real account must not be used here.
const LIKELY_LIVE = /(^|[^a-z])live([^a-z]|$)/i;

function keyFaults(key: unknown, path: string): Fault[] {
  if (typeof key !== 'string' || key.trim().length < MIN_API_KEY_LENGTH) {
    return [{ path, message: `must be text of at least ${MIN_API_KEY_LENGTH} characters` }];
  }
  return LIKELY_LIVE.test(key)
    ? [{ path, message: 'looks like a live key; a sandbox wants a key that is good for nothing else' }]
    : [];
}

function below(path: string, faults: readonly Fault[]): Fault[] {
  return faults.map((fault) => ({ ...fault, path: path + fault.path }));
}

function groupFaults(group: SandboxTerminalGroup, path: string, rules: NotificationUrlRules): Fault[] {
  const faults = keyFaults(group.apiKey, `${path}.apiKey`);
  if (!NAME.test(group.name ?? '')) {
    faults.unshift({ path: `${path}.name`, message: 'must be 1 to 64 letters, digits, "-", "_" or "."' });
  }
  if (!['POST', 'GET'].includes(group.notificationMethod ?? 'POST')) {
    faults.push({ path: `${path}.notificationMethod`, message: 'must be POST or GET' });
  }
  faults.push(
    ...below(`${path}.switches.`, checkSwitches(group.switches ?? {})),
    ...below(`${path}.terminals`, checkTerminals(group.terminals ?? [])),
  );
  if (group.notificationUrl === undefined) return faults;
  const urlFaults = checkNotificationUrl(group.notificationUrl, rules);
  return [...faults, ...urlFaults.map((fault) => ({ ...fault, path: `${path}.notificationUrl` }))];
}

function repeatFaults(groups: readonly SandboxTerminalGroup[], field: 'name' | 'apiKey'): Fault[] {
  const values = groups.map((group) => String(group[field]).trim());
  return values.flatMap((value, index) =>
    values.indexOf(value) < index
      ? [{ path: `terminalGroups[${index}].${field}`, message: 'is the same as that of an earlier group' }]
      : [],
  );
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

/** Finds every fault of the options at once, so that one start reports them all. */
export function checkSandboxOptions(options: SandboxOptions): Fault[] {
  const groups = Array.isArray(options?.terminalGroups) ? options.terminalGroups : [];
  const faults = groups.flatMap((group, index) =>
    groupFaults(group, `terminalGroups[${index}]`, options.notificationUrlRules ?? 'development'),
  );
  faults.push(...repeatFaults(groups, 'name'), ...repeatFaults(groups, 'apiKey'));
  if (groups.length === 0) faults.push({ path: 'terminalGroups', message: 'must hold at least one terminal group' });
  if (options?.publicUrl !== undefined && !isHttpUrl(options.publicUrl)) {
    faults.push({ path: 'publicUrl', message: 'must be an absolute http or https address' });
  }
  if (options?.timeZone !== undefined && !isTimeZone(options.timeZone)) {
    faults.push({ path: 'timeZone', message: 'must be an IANA time zone, e.g. Europe/Amsterdam' });
  }
  if (options?.links !== undefined && !areLinks(options.links)) {
    faults.push({ path: 'links', message: 'must be a list of { text, href } with http or https addresses, or paths' });
  }
  faults.push(...checkNotificationSwitches(options ?? {}));
  if (options?.faults !== undefined) faults.push(...checkFaultOptions(options.faults));
  faults.push(...findUnknownNames(options, namesOf(SandboxOptions)));
  return faults;
}

/**
 * Checks the options and fills in the defaults.
 *
 * @throws SandboxError `SANDBOX_OPTIONS_INVALID`, with all faults in its message and no key in it.
 */
export function resolveSandboxSettings(options: SandboxOptions): SandboxSettings {
  const faults = checkSandboxOptions(options);
  if (faults.length > 0) {
    const list = faults.map((fault) => `${fault.path} ${fault.message}`).join('; ');
    const advice = 'Correct the options given to SandboxModule.forRoot() or startSandbox().';
    throw new SandboxError('SANDBOX_OPTIONS_INVALID', `The sandbox's options are not usable: ${list}.`, { advice });
  }
  return {
    accounts: options.terminalGroups.map((group) => accountOf(group)),
    publicUrl: options.publicUrl?.replace(/\/+$/, '') ?? null,
    database: options.database ?? ':memory:',
    clock: new SandboxClock(options.clock ?? new SystemClock()),
    faults: options.faults ?? null,
    ...resolveNotificationSwitches(options),
    timeZone: options.timeZone ?? SERVICE_TIME_ZONE,
    autoDeliver: options.autoDeliver ?? true,
    allowedHosts: (options.allowedHosts ?? []).map((host) => host.toLowerCase()),
    links: options.links ?? [],
    notificationTimeoutMs: options.notificationTimeoutMs ?? ACKNOWLEDGEMENT_TIMEOUT_MS,
  };
}

function accountOf(group: SandboxTerminalGroup): SandboxAccount {
  return {
    name: group.name,
    site: group.siteId ?? group.name,
    apiKey: group.apiKey.trim(),
    notificationUrl: group.notificationUrl ?? null,
    notificationMethod: group.notificationMethod ?? 'POST',
    switches: { ...DEFAULT_SWITCHES, ...group.switches },
    terminals: group.terminals ?? [],
  };
}
