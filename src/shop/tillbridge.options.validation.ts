import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { checkNotificationUrl } from '../protocol/index.js';
import { TillbridgeOptionsDto } from './tillbridge.options.dto.js';
import { optionsError } from './tillbridge.messages.js';
import { DEFAULT_BASE_URLS, type TerminalGroupOptions, type TillbridgeOptions } from './tillbridge.options.js';

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
  if (new Set(trimmed(group.apiKeys)).size !== trimmed(group.apiKeys).length) {
    faults.push(`${path}.apiKeys: the same key is listed twice`);
  }
  if (typeof group.name === 'string' && typeof group.notificationUrl === 'string') {
    const last = group.notificationUrl.split('?')[0]!.replace(/\/+$/, '').split('/').at(-1);
    if (last !== group.name) faults.push(`${path}.notificationUrl: must end in /${group.name}, which names the group`);
  }
  return faults;
}

const trimmed = (keys: unknown): string[] =>
  Array.isArray(keys) ? keys.filter((key) => typeof key === 'string').map((key: string) => key.trim()) : [];

function zoneFaults(timeZone: unknown): string[] {
  if (typeof timeZone !== 'string') return [];
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return [];
  } catch {
    return ['timeZone: is not a zone this Node knows; use an IANA name such as Europe/Amsterdam'];
  }
}

/**
 * Checks the host's options as a whole and fills in the defaults.
 *
 * @throws PaymentError `OPTIONS_INVALID` listing every fault, with paths and without values
 */
export function validateOptions(options: TillbridgeOptions): Required<Omit<TillbridgeOptions, 'clock'>> {
  const groups = Array.isArray(options?.terminalGroups) ? options.terminalGroups : [];
  const checked = { ...options, clock: undefined, terminalGroups: groups.map(trimmedKeys) };
  const faults = [
    ...flatten(validateSync(plainToInstance(TillbridgeOptionsDto, checked), { forbidUnknownValues: false })),
    ...groups.flatMap((group, index) => (group ? groupFaults(group, index) : [])),
    ...zoneFaults(options?.timeZone),
  ];
  if (faults.length > 0) throw optionsError([...new Set(faults)]);
  return {
    terminalGroups: checked.terminalGroups.map(withDefaults),
    timeZone: options.timeZone ?? 'Europe/Amsterdam',
    workers: options.workers ?? 'inline',
  };
}

/** Keys are trimmed before they are measured: a pasted line end must not count as a character. */
const trimmedKeys = (group: TerminalGroupOptions): TerminalGroupOptions =>
  Array.isArray(group?.apiKeys)
    ? { ...group, apiKeys: group.apiKeys.map((key) => (typeof key === 'string' ? key.trim() : key)) }
    : group;

const withDefaults = (group: TerminalGroupOptions): Required<TerminalGroupOptions> => ({
  ...group,
  baseUrl: (group.baseUrl ?? DEFAULT_BASE_URLS[group.mode]).replace(/\/+$/, ''),
  apiKeyIn: group.apiKeyIn ?? 'header',
  timeoutMs: group.timeoutMs ?? 30_000,
  onAbandoned: group.onAbandoned ?? 'cancel',
});
