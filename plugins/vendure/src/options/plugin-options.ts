import type { Channel, ID, Order, RequestContext } from '@vendure/core';
import type { CreateOrderInput, TerminalGroupOptions, TillbridgeOptions } from 'tillbridge';

/** A terminal group of the module; the plugin knows its notification address itself. */
export type PluginTerminalGroup = Omit<TerminalGroupOptions, 'notificationUrl'> &
  Partial<Pick<TerminalGroupOptions, 'notificationUrl'>>;

/** The result of `resolveGroup`; null or undefined if there is no such group. */
export type PluginResolvedGroup = PluginTerminalGroup | null | undefined;

/** The processes that apply notifications, poll and send refunds. */
export type WorkerPlace = 'server' | 'worker' | 'both' | 'off';

/** Where customers return. `{code}` in a text is the code of the order. */
export type RedirectUrl = string | ((ctx: RequestContext, order: Order) => string | Promise<string>);

/** The fields of a channel that choose its terminal group. */
export type ChannelLike = Pick<Channel, 'id' | 'code' | 'token'>;

/** The terminal group for the payments of a channel: names by channel code, or a function. */
export type GroupByChannel = Readonly<Record<string, string>> | ((channel: ChannelLike) => string);

/**
 * The input of `TillbridgePlugin.init(…)`: the options of the module, and those of the plugin.
 *
 * @example
 * ```ts
 * const options: TillbridgePluginOptions = {
 *   publicUrl: 'https://shop.example',
 *   redirectUrl: 'https://shop.example/checkout/confirmation/{code}',
 *   terminalGroups: [{ name: 'web', mode: 'live', apiKeys: [process.env.WEB_KEY ?? ''] }],
 * };
 * ```
 */
export interface TillbridgePluginOptions extends Omit<
  TillbridgeOptions,
  'terminalGroups' | 'resolveGroup' | 'workers' | 'effects'
> {
  /** How handlers of `@OnPayment` and `@OnRefund` are run. */
  readonly effects?: Omit<NonNullable<TillbridgeOptions['effects']>, 'hostTransaction'>;

  /** The Vendure server's address for the service, without a path. */
  readonly publicUrl: string;

  /** Where customers return. `{code}` is the code of the order: `https://shop.example/thanks/{code}`. */
  readonly redirectUrl: RedirectUrl;

  /** Where customers return after cancelling. Default: {@link redirectUrl}. */
  readonly cancelUrl?: RedirectUrl;

  /**
   * Origins that a storefront may use as `redirectUrl` or `cancelUrl` in the mutation, such as `https://shop.example`.
   * Default: the origin of {@link redirectUrl}, if that is a text.
   */
  readonly redirectOrigins?: readonly string[];

  /**
   * The accounts of the service; at least one, unless {@link resolveGroup} finds them. If `notificationUrl` is absent,
   * it is made from {@link publicUrl}.
   */
  readonly terminalGroups: readonly PluginTerminalGroup[];

  /**
   * Finds a terminal group that is not listed, by its name, such as that of a new channel: from a table of the shop's
   * own, or from the custom fields of the channel. `notificationUrl` may be absent here, too.
   */
  readonly resolveGroup?: (name: string) => PluginResolvedGroup | Promise<PluginResolvedGroup>;

  /** The terminal group for the payments of a channel. Default: the first one, for all channels. */
  readonly groupByChannel?: GroupByChannel;

  /**
   * The processes that apply notifications, poll and send refunds. Default `server`, which needs no worker process.
   * With SQLite only `server` is safe.
   */
  readonly workers?: WorkerPlace;

  /**
   * Changes the request of a payment: a cart, a template, another description. `orderId`, `amount` and the addresses do
   * not change.
   */
  readonly enrichOrder?: (
    ctx: RequestContext,
    order: Order,
    input: CreateOrderInput,
  ) => Partial<CreateOrderInput> | Promise<Partial<CreateOrderInput>>;
}

/** The id of a channel or an order, for a column of text. */
export const idText = (id: ID): string => String(id);
