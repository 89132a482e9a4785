import { it } from '@jest/globals';
import { startSandbox, type RunningSandbox, type SandboxTerminalGroup } from 'tillbridge/sandbox';
import {
  PaymentsClient,
  TerminalGroups,
  type Payments,
  type TerminalGroup,
  type TerminalGroupOptions,
} from 'tillbridge';
import { parseUrl } from '../../../src/protocol/index.js';
import { DEFAULT_BASE_URLS } from '../../../src/shop/core/options/terminal-group.options.js';
import { canaryKey } from '../../support/canary.js';
import { startShop, type ShopHost } from '../../support/shop-host.js';

/**
 * What a contract test may need of the service it runs against: `drive` an order's outcome, inject `faults`, list
 * `transactions` (not every key may), `terminals` and their `events` (a test account has none, protocol §7).
 */
export type ServiceFeature = 'drive' | 'faults' | 'transactions' | 'terminals' | 'events';

/** The service that the contract suite talks to. */
export interface ServiceUnderTest {
  readonly name: 'sandbox' | 'account';
  /** Without `/v1/json`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** To drive outcomes with; absent for a real account. */
  readonly sandbox?: RunningSandbox;
  can(feature: ServiceFeature): boolean;
  close(): Promise<void>;
}

/** The shop's side of a contract test: a host with the module in it, whose terminal group `web` is the service. */
export interface ServiceClients {
  readonly shop: ShopHost;
  readonly group: TerminalGroup;
  readonly client: PaymentsClient;
  readonly payments: Payments;
  close(): Promise<void>;
}

/** The names of the variables that point the suite at a real test account. */
const URL_VARIABLE = 'TILLBRIDGE_TEST_SERVICE_URL';
const KEY_VARIABLE = 'TILLBRIDGE_TEST_SERVICE_KEY';
/** What the account's key may do besides orders, with commas between: `transactions,terminals,events`. */
const FEATURES_VARIABLE = 'TILLBRIDGE_TEST_SERVICE_FEATURES';

const LIVE_HOST = new URL(DEFAULT_BASE_URLS.live).hostname;
const SANDBOX_ONLY: ReadonlySet<ServiceFeature> = new Set(['drive', 'faults']);

const account = accountOf(process.env);

/** The address and key of a real account, or `null` for the sandbox. @throws Error when half of it is given, or it is live */
export function accountOf(env: NodeJS.ProcessEnv): { baseUrl: string; apiKey: string } | null {
  const [baseUrl = '', apiKey = ''] = [env[URL_VARIABLE], env[KEY_VARIABLE]].map((value) => value?.trim() ?? '');
  if (baseUrl === '' && apiKey === '') return null;
  const url = parseUrl(baseUrl);
  if (url === null || apiKey === '') throw new Error(`Set both ${URL_VARIABLE} (an absolute URL) and ${KEY_VARIABLE}.`);
  // A contract test creates orders and refunds: on a live account that is real money.
  if (url.hostname.replace(/\.$/, '') === LIVE_HOST) throw new Error(`${URL_VARIABLE} is the live service.`);
  return { baseUrl: baseUrl.replace(/\/+$/, '').replace(/\/v1\/json$/, ''), apiKey };
}

/** Whether the service that this run talks to can do something; known before it is started. */
export function canService(feature: ServiceFeature): boolean {
  if (account === null) return true;
  const granted = (process.env[FEATURES_VARIABLE] ?? '').split(',').map((name) => name.trim());
  return !SANDBOX_ONLY.has(feature) && granted.includes(feature);
}

/**
 * `it` for tests that need a feature: skipped with the reason in its title where the service lacks it.
 *
 * @example
 * itWith('drive')('sees the payment', async () => { … });
 */
export function itWith(feature: ServiceFeature): (title: string, work: () => Promise<void> | void) => void {
  if (canService(feature)) return it;
  return (title, work) => it.skip(`${title} (skipped: needs ${feature}, which this account does not offer)`, work);
}

/**
 * The service to test against: a sandbox on a free port, or the real test account that the environment names. Close it
 * in any case.
 *
 * @param group - changes to the sandbox's terminal group `web`; a real account is as it is
 */
export async function serviceUnderTest(group: Partial<SandboxTerminalGroup> = {}): Promise<ServiceUnderTest> {
  if (account !== null) return { name: 'account', ...account, can: canService, close: () => Promise.resolve() };
  const apiKey = canaryKey('web');
  const sandbox = await startSandbox({ terminalGroups: [{ name: 'web', apiKey, ...group }] });
  const close = () => sandbox.close();
  return { name: 'sandbox', baseUrl: sandbox.url, apiKey: group.apiKey ?? apiKey, sandbox, can: canService, close };
}

/**
 * A shop for a service: everything of the module can be taken from `shop.app.get(…)`. Close it before the service.
 *
 * @param service - the service under test, or a scripted one with its address and any key
 * @param group - changes to the shop's terminal group `web`
 */
export async function clientsFor(
  service: Pick<ServiceUnderTest, 'baseUrl' | 'apiKey'>,
  group: Partial<TerminalGroupOptions> = {},
): Promise<ServiceClients> {
  const { baseUrl, apiKey } = service;
  const notificationUrl = 'http://localhost:9/payments/notifications/web';
  const terminalGroup = { name: 'web', mode: 'sandbox' as const, apiKeys: [apiKey], baseUrl, notificationUrl };
  const shop = await startShop({ options: { terminalGroups: [{ ...terminalGroup, ...group }], workers: 'off' } });
  const { app, payments } = shop;
  const found = app.get(TerminalGroups).get('web');
  return { shop, group: found, client: app.get(PaymentsClient), payments, close: () => shop.close() };
}
