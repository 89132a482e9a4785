import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsIn, isURL, Matches, type ValidationOptions } from 'class-validator';
import { CURRENCIES } from '../../../protocol/index.js';
import { AsIs, Flag, May, Must, Nested, OneOf, Read, Whole } from '../../../support/fields/field.decorators.js';
import { readList } from '../../../support/fields/field-reading.js';
import type { AgentFactory } from './agent-factory.js';
import type { ApiKeyOptions } from './api-key.options.js';
import { CallOptions } from './call.options.js';
import { EntranceOptions } from './entrance.options.js';
import { PollingOptions } from './polling.options.js';
import { RefundRuleOptions } from './refund-rule.options.js';

/** The environment of the service that a terminal group talks to. Keys differ between them (spec §5.1). */
export type TerminalGroupMode = 'live' | 'test' | 'sandbox';

/** What is done with the keys at the start of the application. `off`: nothing; `warn`: log; `refuse`: do not start. */
export type KeyProbeRule = 'off' | 'warn' | 'refuse';

/** Default addresses of the service by mode. */
export const DEFAULT_BASE_URLS: Readonly<Record<TerminalGroupMode, string>> = {
  live: 'https://api.multisafepay.com',
  test: 'https://testapi.multisafepay.com',
  sandbox: 'http://localhost:4000',
};

const MAX_KEYS = 4;
const MAX_ALIASES = 10;
const GROUP_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Whether a terminal group may have this name. */
export const isGroupName = (name: unknown): name is string => typeof name === 'string' && GROUP_NAME.test(name);

const PREFIX = /^[A-Za-z0-9_-]{1,20}$/;

const text = (message: string): ValidationOptions => ({ message });
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/** An address that paths are appended to. It is shown to people, so it must contain no password. */
const ServiceUrl = (): PropertyDecorator =>
  May('be an absolute http(s) URL without user name, query and fragment', (value) =>
    isURL(String(value), {
      protocols: ['https', 'http'],
      require_protocol: true,
      require_tld: false,
      disallow_auth: true,
      allow_query_components: false,
      allow_fragments: false,
    }),
  );

/**
 * One configured account of the service: a web shop's site or a group of terminals (design §3).
 *
 * @example
 * const notificationUrl = 'https://shop.example/payments/notifications/web';
 * const web: TerminalGroupOptions = { name: 'web', mode: 'live', apiKeys: ['the-key'], notificationUrl };
 */
export class TerminalGroupOptions {
  /** Letters, digits, `-` and `_`, at most 64; part of the notification URL. */
  @Must('be 1 to 64 letters, digits, - or _', matches(GROUP_NAME))
  name: string;

  @Must('be live, test or sandbox', (value) => typeof value === 'string' && Object.hasOwn(DEFAULT_BASE_URLS, value))
  mode: TerminalGroupMode;

  /**
   * One to four API keys of this group alone; white space around them is trimmed. Of the keys valid now, the one with the
   * latest `from` makes the calls, or the first of the list when none has a `from`. All of them verify notifications
   * (spec §5.2). So a key can be changed with an overlap: `['new', 'old']`, or at an appointed time: see {@link ApiKeyOptions}.
   */
  // The validator sees only the number of keys: it would keep the keys in its errors.
  @Read((keys) => (Array.isArray(keys) ? keys.map(() => null) : keys))
  @IsArray(text('apiKeys must be a list of one to four keys'))
  @ArrayNotEmpty(text('apiKeys must hold at least one key (the API key also signs notifications, spec §5.2)'))
  @ArrayMaxSize(MAX_KEYS, text(`apiKeys may hold at most ${MAX_KEYS} keys`))
  apiKeys: (string | ApiKeyOptions)[];

  /** The absolute URL the service sends notifications to (spec §6). Live: HTTPS, no port. */
  @Must('be the absolute URL the service calls', (value) => typeof value === 'string')
  notificationUrl: string;

  /** Address of the service; `/v1/json` at its end is cut off. Default: by mode; for a sandbox `http://localhost:4000`. */
  @ServiceUrl()
  baseUrl?: string;

  /** Where the key travels. Default `header`; `query` is the form spec §5.1 shows, and ends up in access logs. */
  @OneOf('header', 'query')
  apiKeyIn?: 'header' | 'query' = 'header';

  /**
   * How calls connect to the service, where they cannot go straight: an {@link AgentFactory}, such as one of
   * `https-proxy-agent`. Proxies that the environment names are not used. Default: directly.
   */
  @AsIs()
  @May('be a function that makes an agent', (value) => typeof value === 'function')
  agent?: AgentFactory;

  /** Longest duration of one call in milliseconds, 1,000 to 120,000. Default 30,000. */
  @Whole(1_000, 120_000)
  timeoutMs?: number = 30_000;

  /** ISO 4217 codes that the account supports; orders in others are refused (1002). Default: every code. */
  @Read(readList)
  @IsArray(text('currencies must be a list'))
  @ArrayNotEmpty(text('currencies must hold at least one currency'))
  @IsIn(CURRENCIES, { each: true, message: 'each of currencies must be an ISO 4217 code in capitals' })
  currencies?: string[] = [...CURRENCIES];

  /**
   * The beginning of this group's order ids at the service, 1 to 20 letters, digits, `-` and `_`. It keeps shops and
   * environments apart that use one account. It applies to new attempts; the shop's own ids stay as they are. No prefix may
   * begin another one of the same address. Default: none.
   */
  @May('be 1 to 20 letters, digits, - or _', matches(PREFIX))
  orderIdPrefix?: string;

  /**
   * Former names of this group: notifications to the URLs of these names are accepted as if sent to this one's. The rows are
   * moved by `tillbridge groups rename`. Default: none.
   */
  @Read(readList)
  @IsArray(text('aliases must be a list of names'))
  @ArrayMaxSize(MAX_ALIASES, text(`aliases may hold at most ${MAX_ALIASES} names`))
  @Matches(GROUP_NAME, { each: true, message: 'each of aliases must be 1 to 64 letters, digits, - or _' })
  aliases?: string[] = [];

  /** How calls are limited: connections, repeats, budget, circuit breaker. */
  @Nested(() => CallOptions)
  calls?: CallOptions = new CallOptions();

  /** How unfinished orders are polled when no notification arrives. */
  @Nested(() => PollingOptions)
  polling?: PollingOptions = new PollingOptions();

  /** How refunds are spaced, checked and given to a person; the defaults are right for the service as it is (design §8). */
  @Nested(() => RefundRuleOptions)
  refunds?: RefundRuleOptions = new RefundRuleOptions();

  /** What happens to an order whose payment page is abandoned (spec §3). Default `cancel`. */
  @OneOf('cancel', 'keep-open')
  onAbandoned?: 'cancel' | 'keep-open' = 'cancel';

  /**
   * Whether a till may bring more than the amount of the order: the order is then paid, and the rest is a tip, reported with
   * the payment. Default false: such an order is not paid, and needs attention (`amount_mismatch`).
   */
  @Flag()
  allowTip?: boolean = false;

  /**
   * By how much an answer of the service may lag behind, in milliseconds, 0 to 60,000. An answer that takes a status back
   * within the same second counts only if its read began this long after the known status was stored. Default 5,000.
   */
  @Whole(0, 60_000)
  readLagMs?: number = 5_000;

  /** Who may send requests to the notification URL. A valid signature is required in any case. Default: any address. */
  @Nested(() => EntranceOptions)
  notifications?: EntranceOptions = new EntranceOptions();

  /** Whether the keys are tried at the start of the application. Default: what the module's `probe` says. */
  @OneOf('off', 'warn', 'refuse')
  probe?: KeyProbeRule;

  /**
   * Address of the service's other environment (live for test, test for live). When a key is refused, the probe tries the key
   * there, to report whether it belongs to the other mode. The key is sent there. Default: it is not tried.
   */
  @ServiceUrl()
  otherModeUrl?: string;
}
