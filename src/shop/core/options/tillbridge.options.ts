import { ArrayUnique, IsArray } from 'class-validator';
import type { Clock } from '../../../support/index.js';
import { AsIs, Flag, May, Nested, NestedList, OneOf, Read, Whole } from '../../../support/fields/field.decorators.js';
import { EffectsOptions } from './effects.options.js';
import { readProxies } from './entrance.options.js';
import { ErrorAnswerOptions } from './error-answer.options.js';
import { RetentionOptions, toRetention, type RetentionSettings } from './retention.options.js';
import { ReturnPageOptions } from './return-page.options.js';
import { WakeOptions } from './wake.options.js';
import { TerminalGroupOptions, type KeyProbeRule } from './terminal-group.options.js';

function isZone(timeZone: unknown): boolean {
  try {
    return typeof timeZone === 'string' && Boolean(Intl.DateTimeFormat('en', { timeZone }));
  } catch {
    return false;
  }
}

/** What {@link TillbridgeOptions.resolveGroup} answers: the options of a terminal group; nothing where there is none. */
export type ResolvedGroup = TerminalGroupOptions | null | undefined;

/**
 * Behaviour and secrets; may come from an async factory.
 *
 * @example
 * const options: TillbridgeOptions = { terminalGroups: [], workers: 'off', probe: 'warn' };
 */
export class TillbridgeOptions {
  /** At least one, unless {@link resolveGroup} is given; names are unique. */
  @NestedList(() => TerminalGroupOptions)
  @IsArray({ message: 'terminalGroups must be a list' })
  @ArrayUnique((group: TerminalGroupOptions) => group?.name, { message: 'terminalGroups must have unique names' })
  terminalGroups: TerminalGroupOptions[];

  /** IANA zone of the service's zone-less times. Default `Europe/Amsterdam`. */
  @May('be an IANA zone name that this Node knows, such as Europe/Amsterdam', isZone)
  timeZone?: string = 'Europe/Amsterdam';

  /** `inline` (default): this process also applies notifications and runs effects. `off`: another process does. */
  @OneOf('inline', 'off')
  workers?: 'inline' | 'off' = 'inline';

  /**
   * Tries each group's keys at the start with one cheap read, so that a wrong key, or a key of the other mode, is found
   * before the first customer is (scenario C3). `off` (default), `warn`: log it, `refuse`: do not start. A service that
   * cannot be reached never keeps the application from starting.
   */
  @OneOf('off', 'warn', 'refuse')
  probe?: KeyProbeRule = 'off';

  /**
   * Addresses and networks of the shop's own reverse proxies, such as `10.0.0.0/8`: only what these say in
   * `X-Forwarded-For` is believed. Default: none, every caller has the address of its connection.
   */
  @Read(readProxies)
  trustedProxies?: string[] = [];

  /**
   * Whether the application refuses to start while tables or columns of this version are missing. Default false: it starts,
   * answers notifications 503, runs no background work, and begins by itself once the migrations have run.
   */
  @Flag()
  requireTables?: boolean = false;

  /** How handlers of `@OnPayment` are run: time limits, and whether global interceptors apply. */
  @Nested(() => EffectsOptions)
  effects?: EffectsOptions = new EffectsOptions();

  /**
   * How long a shutdown waits for background work that is under way, 0 to 600,000 ms; default 20,000. What has not ended by
   * then is taken over by another process when its lease has run out.
   */
  @Whole(0, 600_000)
  shutdownPatienceMs?: number = 20_000;

  /** How the processes of the shop wake one another; where there are several. */
  @Nested(() => WakeOptions)
  wake?: WakeOptions = new WakeOptions();

  /** How long personal data is kept; 30 days unless told otherwise. */
  @Nested(() => RetentionOptions)
  retention?: RetentionOptions = new RetentionOptions();

  /** How failures are told to the shop's own clients: texts, languages, addresses. */
  @Nested(() => ErrorAnswerOptions)
  errors?: ErrorAnswerOptions = new ErrorAnswerOptions();

  /**
   * Finds terminal groups that {@link terminalGroups} does not have, by name: for a shop whose merchants, channels or tenants
   * come while it runs. Asked once for a name, and again when the answer is older than {@link resolvedGroupMs}. `null` or
   * `undefined`: there is none. A name comes from a URL that anyone can write: look it up, and trust nothing about it.
   *
   * It has 5 s. While it fails, the service's notifications are answered 503, so that they are sent again.
   *
   * @example
   * ```ts
   * const accounts = new Map([['till-amsterdam', { keys: ['the-key'] }]]);
   *
   * const options: TillbridgeOptions = {
   *   terminalGroups: [],
   *   resolveGroup: async (name) => {
   *     const account = accounts.get(name);
   *     if (!account) return null;
   *     const notificationUrl = `https://shop.example/payments/notifications/${name}`;
   *     return { name, mode: 'live', apiKeys: account.keys, notificationUrl };
   *   },
   * };
   * ```
   */
  @AsIs()
  @May('be a function', (value) => typeof value === 'function')
  resolveGroup?: (name: string) => ResolvedGroup | Promise<ResolvedGroup>;

  /**
   * How old an answer of {@link resolveGroup} may be before it is asked for again, 1,000 to 86,400,000 ms; default 300,000
   * (5 min). That happens in the background, and what is known is used meanwhile: so long an old key may still make calls.
   */
  @Whole(1_000, 86_400_000)
  resolvedGroupMs?: number = 300_000;

  /** For tests. Default: the database's clock. */
  @AsIs()
  clock?: Clock;
}

/** The options with every default filled in, as far as features go by them. */
export interface TillbridgeSettings extends Pick<Required<TillbridgeOptions>, 'shutdownPatienceMs'> {
  readonly effects: Required<Omit<EffectsOptions, 'hostTransaction'>> & Pick<EffectsOptions, 'hostTransaction'>;
  readonly retention: RetentionSettings;
  readonly wake: WakeOptions;
}

/** The defaults of fields are filled in; here is what one takes from another. */
export const toSettings = (options: Required<TillbridgeOptions>): TillbridgeSettings =>
  ({ ...options, retention: toRetention(options.retention) }) as TillbridgeSettings;

/** Whether what stands on a controller can be put there: anything else would be called before the options are judged. */
export const isDecorators = (given: unknown): given is ClassDecorator[] =>
  Array.isArray(given) && given.every((each) => typeof each === 'function');

/**
 * Structure that must be known when the module is imported: routes and tokens.
 *
 * @example
 * const structure: TillbridgeExtras = { notificationPath: 'hooks/payments', returnPage: { path: 'payments/return' } };
 */
export class TillbridgeExtras {
  /**
   * Makes {@link Payments} available in every module of the host, the dashboard and the health indicator among them.
   * Default true; with false, import the module that exports it where it is wanted.
   */
  @AsIs()
  isGlobal?: boolean = true;

  /** Path of the notification route, without global prefix; the group's name is appended. Default `payments/notifications`. */
  @AsIs()
  @May('be a path: / for none', (path) => typeof path === 'string' && path.trim() !== '')
  notificationPath?: string = 'payments/notifications';

  /** Put on the notification controller, e.g. `[Public(), SkipThrottle()]`, so that global guards let the service in. */
  @AsIs()
  @May('be a list of class decorators, such as [Public()]', isDecorators)
  notificationDecorators?: ClassDecorator[] = [];

  /**
   * What to do where the exact bytes of requests are missing: one or more whole sentences, which stand in the error of the
   * start and in the log. For a platform whose users do not make the application themselves. Default: how Nest's
   * `rawBody: true` is set.
   */
  @AsIs()
  @May('be text', (advice) => typeof advice === 'string' && advice.trim() !== '')
  rawBodyAdvice?: string;

  /** Mounts the page to which the shopper returns. Default: there is none, the shop has its own (`payments.orders.settle`). */
  @AsIs(() => ReturnPageOptions)
  returnPage?: ReturnPageOptions;

  /** Name of the TypeORM DataSource that holds the module's tables. Default: the default one. */
  @AsIs()
  dataSource?: string = 'default';
}
