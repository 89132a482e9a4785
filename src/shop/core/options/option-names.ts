import type { NamesOf } from '../../../support/index.js';
import type { ErrorAnswerOptions } from './errors.options.js';
import type { CallOptions } from './call.options.js';
import type { EntranceOptions } from './entrance.options.js';
import type { PollingOptions } from './polling.options.js';
import type { RetentionOptions } from './retention.options.js';
import type { ReturnPageOptions, ReturnPageTexts, ReturnState } from './return-page.options.js';
import type { TerminalGroupOptions, TillbridgeExtras, TillbridgeOptions } from './tillbridge.options.js';
import type { EffectsOptions } from './work.options.js';

const CALLS: NamesOf<CallOptions> = {
  connectTimeoutMs: true,
  maxResponseBytes: true,
  readAttempts: true,
  readPatienceMs: true,
  callsPerSecond: true,
  burst: true,
  reservedCalls: true,
  maxWaiting: true,
  maxWaitMs: true,
  circuitBreaker: true,
  circuitFailures: true,
  circuitPauseMs: true,
};

const POLLING: NamesOf<PollingOptions> = {
  firstLookMs: true,
  growth: true,
  jitter: true,
  maxGapMs: true,
  graceMs: true,
  expiry: true,
  cron: true,
};

const ENTRANCE: NamesOf<EntranceOptions> = { allowedSources: true, capabilitySecrets: true, byGet: true };

/** Keys and rules of refunds are judged name by name where they are read; what a key's entry says is never repeated. */
const GROUP: NamesOf<TerminalGroupOptions> = {
  name: true,
  mode: true,
  apiKeys: true,
  notificationUrl: true,
  baseUrl: true,
  apiKeyIn: true,
  timeoutMs: true,
  currencies: true,
  orderIdPrefix: true,
  aliases: true,
  calls: CALLS,
  polling: POLLING,
  refunds: true,
  onAbandoned: true,
  allowTip: true,
  readLagMs: true,
  notifications: ENTRANCE,
  probe: true,
  otherModeUrl: true,
};

const EFFECTS: NamesOf<EffectsOptions> = { transactionLimitMs: true, commitLimitMs: true, inheritAppConfig: true };
const RETENTION: NamesOf<RetentionOptions> = { personalDataDays: true };
/** Texts are judged by language and code where they are read. */
const ERRORS: NamesOf<ErrorAnswerOptions> = { texts: true, defaultLanguage: true, docsUrl: true };

const BY_STATE: Readonly<Record<ReturnState, true>> = { paid: true, 'being-confirmed': true, 'not-paid': true };
const PAGE_TEXTS: NamesOf<ReturnPageTexts> = {
  titles: BY_STATE,
  sentences: BY_STATE,
  busy: true,
  waiting: true,
  stopped: true,
  lookAgain: true,
  order: true,
  back: true,
};
const RETURN_PAGE: NamesOf<ReturnPageOptions> = {
  path: true,
  decorators: true,
  redirectTo: true,
  shopUrl: true,
  texts: [PAGE_TEXTS],
  view: true,
};

/** What is fixed when the module is imported: `forRoot` takes it with the options, `forRootAsync` beside its factory. */
export const STRUCTURE_NAMES: NamesOf<TillbridgeExtras> = {
  isGlobal: true,
  notificationPath: true,
  notificationDecorators: true,
  returnPage: RETURN_PAGE,
  dataSource: true,
};

/** Every name that `forRoot` knows, at every level. */
export const OPTION_NAMES: NamesOf<TillbridgeOptions & TillbridgeExtras> = {
  terminalGroups: [GROUP],
  timeZone: true,
  workers: true,
  probe: true,
  trustedProxies: true,
  requireTables: true,
  effects: EFFECTS,
  shutdownPatienceMs: true,
  retention: RETENTION,
  errors: ERRORS,
  clock: true,
  ...STRUCTURE_NAMES,
};

/** Every name that `forRootAsync` knows besides what its factory makes: Nest's own, and the structure. */
export const ASYNC_NAMES = {
  imports: true,
  inject: true,
  useFactory: true,
  useClass: true,
  useExisting: true,
  provideInjectionTokensFrom: true,
  ...STRUCTURE_NAMES,
} as const;
