import type { ProcessContext } from '@vendure/core';
import type { TerminalGroupOptions, TillbridgeOptions } from 'tillbridge';
import { NOTIFICATION_PATH } from '../constants';
import { JoinedTransaction } from '../transaction/joined-transaction.service';
import type { ChannelLike, PluginTerminalGroup, TillbridgePluginOptions, WorkerPlace } from './plugin-options';

type Process = Pick<ProcessContext, 'isServer'>;

const RUNS_IN: Readonly<Record<WorkerPlace, (process: Process) => boolean>> = {
  server: ({ isServer }) => isServer,
  worker: ({ isServer }) => !isServer,
  both: () => true,
  off: () => false,
};

/** Whether background work runs in this process. */
export const runsWorkers = (
  { workers = 'server' }: Pick<TillbridgePluginOptions, 'workers'>,
  process: Process,
): boolean => RUNS_IN[workers](process);

/** The notification address of a terminal group. */
export const notificationUrl = (publicUrl: string, group: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/${NOTIFICATION_PATH}/${group}`;

/** Options that the module does not know. */
const PLUGIN_ONLY: ReadonlySet<keyof TillbridgePluginOptions> = new Set([
  'publicUrl',
  'redirectUrl',
  'cancelUrl',
  'redirectOrigins',
  'groupByChannel',
  'enrichOrder',
] as const);

/** The options of the module, made from those of the plugin. */
export function moduleOptions(options: TillbridgePluginOptions, process: Process): TillbridgeOptions {
  const { publicUrl, resolveGroup } = options;
  const withAddress = (group: PluginTerminalGroup): TerminalGroupOptions => ({
    ...group,
    notificationUrl: group.notificationUrl ?? notificationUrl(publicUrl, group.name),
  });
  const ofModule = Object.entries(options).filter(([name]) => !PLUGIN_ONLY.has(name as keyof TillbridgePluginOptions));
  return {
    ...Object.fromEntries(ofModule),
    terminalGroups: options.terminalGroups.map(withAddress),
    ...(resolveGroup && {
      resolveGroup: async (name) => {
        const found = await resolveGroup(name);
        return found && withAddress(found);
      },
    }),
    effects: { ...options.effects, hostTransaction: JoinedTransaction },
    workers: runsWorkers(options, process) ? 'inline' : 'off',
  };
}

/**
 * The terminal group for the payments of a channel.
 *
 * @throws Error if the options name none
 */
export function groupOf(options: TillbridgePluginOptions, channel: ChannelLike): string {
  const { groupByChannel, terminalGroups } = options;
  const named = typeof groupByChannel === 'function' ? groupByChannel(channel) : groupByChannel?.[channel.code];
  const group = groupByChannel === undefined ? terminalGroups[0]?.name : named;
  if (group !== undefined) return group;
  throw new Error(`groupByChannel names no terminal group for the channel ${channel.code}`);
}

/** The origins to which a storefront may send customers. */
export function redirectOrigins({ redirectOrigins: origins, redirectUrl }: TillbridgePluginOptions): readonly string[] {
  if (origins !== undefined) return origins;
  const origin = typeof redirectUrl === 'string' ? originOf(redirectUrl) : null;
  return origin === null ? [] : [origin];
}

/** Null if it is not a URL. `URL.canParse` of Node 20 gives wrong answers for some texts once it is optimised. */
export function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}
