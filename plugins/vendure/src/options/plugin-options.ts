import type { Channel, ID, Order, RequestContext } from '@vendure/core';
import type { CreateOrderInput, TerminalGroupOptions, TillbridgeOptions } from 'tillbridge';

/** A terminal group of the module, whose notification address the plugin knows by itself. */
export type PluginTerminalGroup = Omit<TerminalGroupOptions, 'notificationUrl'> &
  Partial<Pick<TerminalGroupOptions, 'notificationUrl'>>;

/** What `resolveGroup` answers; nothing where there is no such group. */
export type PluginResolvedGroup = PluginTerminalGroup | null | undefined;

/** Which processes apply notifications, poll and send refunds. */
export type WorkerPlace = 'server' | 'worker' | 'both' | 'off';

/** Where shoppers come back to. `{code}` in a text is the code of the order. */
export type RedirectUrl = string | ((ctx: RequestContext, order: Order) => string | Promise<string>);

/** What a channel is known by when its terminal group is chosen. */
export type ChannelLike = Pick<Channel, 'id' | 'code' | 'token'>;

/** Which terminal group takes the payments of a channel: names by channel code, or a function. */
export type GroupByChannel = Readonly<Record<string, string>> | ((channel: ChannelLike) => string);

/**
 * What the shop says in `TillbridgePlugin.init(…)`: the options of the module, and those of the plugin.
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

  /** The address under which the service reaches the Vendure server, without a path. */
  readonly publicUrl: string;

  /** Where shoppers come back to. `{code}` is the code of the order: `https://shop.example/thanks/{code}`. */
  readonly redirectUrl: RedirectUrl;

  /** Where shoppers come back to who gave up. Default: {@link redirectUrl}. */
  readonly cancelUrl?: RedirectUrl;

  /**
   * Origins that a storefront may name as `redirectUrl` or `cancelUrl` in the mutation, such as `https://shop.example`.
   * Default: the origin of {@link redirectUrl}, where that is a text.
   */
  readonly redirectOrigins?: readonly string[];

  /**
   * The accounts of the service; at least one, unless {@link resolveGroup} finds them. `notificationUrl` is made of
   * {@link publicUrl} where it is absent.
   */
  readonly terminalGroups: readonly PluginTerminalGroup[];

  /**
   * Finds a terminal group that is not listed, by its name, such as that of a channel which was made a minute ago: from a
   * table of the shop's own, or the custom fields of the channel. `notificationUrl` may be absent here, too.
   */
  readonly resolveGroup?: (name: string) => PluginResolvedGroup | Promise<PluginResolvedGroup>;

  /** Which terminal group takes the payments of a channel. Default: the first one takes those of all channels. */
  readonly groupByChannel?: GroupByChannel;

  /**
   * Which processes apply notifications, poll and send refunds. Default `server`, which needs no worker process. With
   * SQLite only `server` is sound.
   */
  readonly workers?: WorkerPlace;

  /**
   * Changes what the service is given when a payment is created: a cart, a template, another description. `orderId`,
   * `amount` and the addresses stay as they are.
   */
  readonly enrichOrder?: (
    ctx: RequestContext,
    order: Order,
    input: CreateOrderInput,
  ) => Partial<CreateOrderInput> | Promise<Partial<CreateOrderInput>>;
}

/** What stays of the id of a channel or an order in a column of text. */
export const idText = (id: ID): string => String(id);
