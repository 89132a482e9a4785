import type { Clock } from '../../../support/index.js';
import type { ErrorAnswerOptions } from './errors.options.js';
import type { RefundRuleOptions } from '../refund-rules/refund-rules.types.js';
import type { ReturnPageOptions } from './return-page.options.js';
import type { EffectsOptions } from './work.options.js';
import type { RetentionOptions } from './retention.options.js';
import type { PollingOptions } from './polling.options.js';
import type { CallOptions } from './call.options.js';
import type { EntranceOptions } from './entrance.options.js';
import type { ApiKeyOptions, KeyProbeRule } from './api-key.options.js';

/** Which of the service's environments a terminal group talks to. Keys differ between them (spec §5.1). */
export type TerminalGroupMode = 'live' | 'test' | 'sandbox';

/** One configured account of the service: a web shop's site or a group of terminals (design §3). */
export interface TerminalGroupOptions {
  /** Letters, digits, `-` and `_`, at most 64; part of the notification URL. */
  name: string;
  mode: TerminalGroupMode;
  /**
   * One to four API keys, of this group alone; white space around them is trimmed. Of the keys valid now the one with the
   * latest `from` makes the calls, the first of the list where none says; all of them verify notifications (spec §5.2).
   * So a key can be changed with an overlap: `['new', 'old']`, or at an appointed time: see {@link ApiKeyOptions}.
   */
  apiKeys: (string | ApiKeyOptions)[];
  /** The absolute URL the service sends notifications to (spec §6). Live: HTTPS, no port. */
  notificationUrl: string;
  /** Address of the service without `/v1/json`. Default: by mode; a sandbox is looked for on `http://localhost:4000`. */
  baseUrl?: string;
  /** Where the key travels. Default `header`; `query` is the form spec §5.1 shows, and ends up in access logs. */
  apiKeyIn?: 'header' | 'query';
  /** Longest duration of one call in milliseconds, 1,000 to 120,000. Default 30,000. */
  timeoutMs?: number;
  /** ISO 4217 codes that the account supports; orders in others are refused (1002). Default: every code there is. */
  currencies?: string[];
  /**
   * What the ids of this group's orders begin with at the service, 1 to 20 letters, digits, `-` and `_`: keeps shops and
   * environments apart that use one account. For attempts made from now on; the shop's own ids stay as they are. No prefix
   * may begin another one of the same address. Default: none.
   */
  orderIdPrefix?: string;
  /**
   * Names that this group had before: notifications to the URLs of these names are taken as if they came to this one's.
   * The rows are moved by `tillbridge groups rename`. Default: none.
   */
  aliases?: string[];
  /** How calls are limited: connections, repeats, budget, circuit breaker. */
  calls?: CallOptions;
  /** How unfinished orders are looked at when no notification tells of them. */
  polling?: PollingOptions;
  /** How refunds are spaced, looked after and given up; the defaults are right for the service as it is (design §8). */
  refunds?: RefundRuleOptions;
  /** What a session left unfinished means (spec §3). Default `cancel`. */
  onAbandoned?: 'cancel' | 'keep-open';
  /**
   * Whether a till may bring more than was asked for: the order is paid then, and the rest is a tip, told with the payment.
   * Default false: such an order is not paid, and a person is asked to look (`amount_mismatch`).
   */
  allowTip?: boolean;
  /**
   * By how much an answer of the service may lag behind, in milliseconds, 0 to 60,000. An answer that takes something back
   * within the same second counts when its read began so long after what is known was written down. Default 5,000.
   */
  readLagMs?: number;
  /** Who may come in by the notification URL, besides having to bring a valid signature. Default: everybody. */
  notifications?: EntranceOptions;
  /** Whether the keys are tried at the start of the application. Default: what the module's `probe` says. */
  probe?: KeyProbeRule;
  /**
   * Address of the service's other environment (live for test, test for live), which the probe asks when a key is
   * refused, to say whether it is a key of the other mode. The key travels there. Default: nobody is asked.
   */
  otherModeUrl?: string;
}

/** Behaviour and secrets; may come from an async factory. */
export interface TillbridgeOptions {
  /** At least one; names are unique. */
  terminalGroups: TerminalGroupOptions[];
  /** IANA zone of the service's zone-less times. Default `Europe/Amsterdam`. */
  timeZone?: string;
  /** `inline` (default): this process also applies notifications and runs effects. `off`: another process does. */
  workers?: 'inline' | 'off';
  /**
   * Tries each group's keys at the start with one cheap read, so that a wrong key, or a key of the other mode, is found
   * before the first customer is (scenario C3). `off` (default), `warn`: log it, `refuse`: do not start. A service that
   * cannot be reached never keeps the application from starting.
   */
  probe?: KeyProbeRule;
  /**
   * Addresses and networks of the shop's own reverse proxies, such as `10.0.0.0/8`: only what these say in
   * `X-Forwarded-For` is believed. Default: none, every caller has the address of its connection.
   */
  trustedProxies?: string[];
  /**
   * Whether the application refuses to start while tables or columns of this version are missing. Default false: it starts,
   * answers notifications 503, runs no background work, and begins by itself once the migrations have run.
   */
  requireTables?: boolean;
  /** How handlers of `@OnPayment` are run: time limits, and whether global interceptors apply. */
  effects?: EffectsOptions;
  /**
   * How long a shutdown waits for background work that is under way, 0 to 600,000 ms; default 20,000. What has not ended by
   * then is taken over by another process when its lease has run out.
   */
  shutdownPatienceMs?: number;
  /** How long personal data is kept; 30 days unless told otherwise. */
  retention?: RetentionOptions;
  /** How failures are told to the shop's own clients: texts, languages, addresses. */
  errors?: ErrorAnswerOptions;
  /** For tests. Default: the database's clock. */
  clock?: Clock;
}

/** Structure that must be known when the module is imported: routes and tokens. */
export interface TillbridgeExtras {
  /**
   * Makes {@link Payments} available in every module of the host, the dashboard and the health indicator among them.
   * Default true; with false, import the module that exports it where it is wanted.
   */
  isGlobal?: boolean;
  /** Path of the notification route, without global prefix; the group's name is appended. Default `payments/notifications`. */
  notificationPath?: string;
  /** Put on the notification controller, e.g. `[Public(), SkipThrottle()]`, so that global guards let the service in. */
  notificationDecorators?: ClassDecorator[];
  /** Mounts the page to which the shopper returns. Default: there is none, the shop has its own (`payments.orders.settle`). */
  returnPage?: ReturnPageOptions;
  /** Name of the TypeORM DataSource that holds the module's tables. Default: the default one. */
  dataSource?: string;
}

/** Default addresses of the service by mode. */
export const DEFAULT_BASE_URLS: Readonly<Record<TerminalGroupMode, string>> = {
  live: 'https://api.multisafepay.com',
  test: 'https://testapi.multisafepay.com',
  sandbox: 'http://localhost:4000',
};
