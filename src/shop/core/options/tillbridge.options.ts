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

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/** With an empty path, the route would match every path of the host. */
const isPath = (value: unknown): boolean => isText(value) && /[^\s/]/.test(String(value));

const isDecorators = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'function');

const isReturnPage = (value: unknown): boolean => {
  const { path, decorators = [] } = Object(value) as Partial<ReturnPageOptions>;
  return isPath(path) && isDecorators(decorators);
};

/** What {@link TillbridgeOptions.resolveGroup} returns: the options of a terminal group; null or undefined when there is none. */
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
   * before the first customer meets it (scenario C3). `off` (default), `warn`: log it, `refuse`: do not start. A service that
   * cannot be reached never keeps the application from starting.
   */
  @OneOf('off', 'warn', 'refuse')
  probe?: KeyProbeRule = 'off';

  /**
   * Addresses and networks of the shop's own reverse proxies, such as `10.0.0.0/8`. Only their `X-Forwarded-For` is trusted.
   * Default: none, every caller has the address of its connection.
   */
  @Read(readProxies)
  trustedProxies?: string[] = [];

  /**
   * Whether the application refuses to start while tables or columns of this version are missing. Default false: it starts,
   * answers notifications with 503, runs no background work, and begins by itself once the migrations have run.
   */
  @Flag()
  requireTables?: boolean = false;

  /** How handlers of `@OnPayment` are run: time limits, and whether global interceptors apply. */
  @Nested(() => EffectsOptions)
  effects?: EffectsOptions = new EffectsOptions();

  /**
   * How long a shutdown waits for background work in progress, 0 to 600,000 ms; default 20,000: then open requests and
   * connections have 10 s until Kubernetes kills the process. Another process takes over unfinished work when its lease has
   * run out; a refund whose answer comes later is read, as after any lost answer.
   */
  @Whole(0, 600_000)
  shutdownPatienceMs?: number = 20_000;

  /** How several processes of the shop wake one another. */
  @Nested(() => WakeOptions)
  wake?: WakeOptions = new WakeOptions();

  /** How long personal data is kept. Default: 30 days. */
  @Nested(() => RetentionOptions)
  retention?: RetentionOptions = new RetentionOptions();

  /** How failures are reported to the shop's own clients: texts, languages, addresses. */
  @Nested(() => ErrorAnswerOptions)
  errors?: ErrorAnswerOptions = new ErrorAnswerOptions();

  /**
   * Finds terminal groups that {@link terminalGroups} does not have, by name: for a shop whose merchants, channels or tenants
   * are added while it runs. Called once for a name, and again when the answer is older than {@link resolvedGroupMs}. `null`
   * or `undefined`: there is none. A name comes from a URL that anyone can write: look it up, and do not trust it.
   *
   * It has 5 s. While it fails, the service's notifications are answered with 503, so that they are sent again.
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
   * How old an answer of {@link resolveGroup} may be before it is called again, 1,000 to 86,400,000 ms; default 300,000 (5
   * min). The call runs in the background, and the old answer is used meanwhile: an old key may still make calls until it
   * ends.
   */
  @Whole(1_000, 86_400_000)
  resolvedGroupMs?: number = 300_000;

  /** For tests. Default: the database's clock. */
  @AsIs()
  clock?: Clock;
}

/** The options that features use, with every default filled in. */
export interface TillbridgeSettings extends Pick<Required<TillbridgeOptions>, 'shutdownPatienceMs'> {
  readonly effects: Required<Omit<EffectsOptions, 'hostTransaction'>> & Pick<EffectsOptions, 'hostTransaction'>;
  readonly retention: RetentionSettings;
  readonly wake: WakeOptions;
}

/** Fields have their defaults already. This fills in defaults that depend on other options. */
export const toSettings = (options: Required<TillbridgeOptions>): TillbridgeSettings =>
  ({ ...options, retention: toRetention(options.retention) }) as TillbridgeSettings;

/**
 * Structure that must be known at the import of the module: routes and tokens.
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
  @Flag()
  isGlobal?: boolean = true;

  /** Path of the notification route, without global prefix; the group's name is appended. Default `payments/notifications`. */
  @AsIs()
  @May('be a path, such as payments/notifications', isPath)
  notificationPath?: string = 'payments/notifications';

  /** Decorators of the notification controller, e.g. `[Public(), SkipThrottle()]`, so that global guards let the service in. */
  @AsIs()
  @May('be a list of class decorators, such as [Public()]', isDecorators)
  notificationDecorators?: ClassDecorator[] = [];

  /**
   * What to do where the exact bytes of requests are missing: one or more whole sentences, shown in the error at the start
   * and in the log. For a platform whose users do not create the application themselves. Default: how Nest's `rawBody: true`
   * is set.
   */
  @AsIs()
  @May('be text', isText)
  rawBodyAdvice?: string;

  /** Adds the page to which the shopper returns. Default: none, the shop has its own page (`payments.orders.settle`). */
  @AsIs(() => ReturnPageOptions)
  @May("be an object with a path, and decorators if any, such as { path: 'payments/return' }", isReturnPage)
  returnPage?: ReturnPageOptions;

  /** Name of the TypeORM DataSource that holds the module's tables. Default: the default one. */
  @AsIs()
  @May('be the name of a DataSource', isText)
  dataSource?: string = 'default';
}
