import type { SandboxSwitches } from 'tillbridge/sandbox';
import { TillbridgeDashboardModule, type TillbridgeDashboardOptions } from 'tillbridge/dashboard';
import type { TestDatabase, TestEngineName } from '../../support/engines.js';
import type { ShopHostInput } from '../../support/shop-host.js';
import { RefundStage } from '../../shop/refunds/support/refund-stage.js';
import { clerkOf, ClerkGuard, cookieOf, type Clerk } from './host-clerks.js';

/** What a test wants of its host; everything else is as a plain one would have it. */
export interface DashboardStageInput {
  readonly engine?: TestEngineName;
  /** An existing database of that engine, which is then not dropped at the end. */
  readonly database?: TestDatabase;
  readonly platform?: 'express' | 'fastify';
  /** Of the host's routes, without slashes at either end. */
  readonly globalPrefix?: string;
  /** Terminal groups; helpers mean the first. */
  readonly groups?: readonly string[];
  readonly switches?: Partial<SandboxSwitches>;
  /** On top of guard and user. */
  readonly dashboard?: Partial<TillbridgeDashboardOptions>;
  readonly configure?: ShopHostInput['configure'];
}

/** A host with the dashboard, which its clerks Ann and Ben may see; the sandbox; and one clock that the test moves. */
export class DashboardStage {
  private constructor(
    /** The shop and the sandbox: its helpers make orders and refunds. */
    readonly stage: RefundStage,
    /** Address of the dashboard, without a slash at its end. */
    readonly url: string,
  ) {}

  static async start(input: DashboardStageInput = {}): Promise<DashboardStage> {
    const { engine = 'sqlite', platform = 'express', globalPrefix, groups = ['web', 'till'], switches } = input;
    const before = globalPrefix === undefined ? '' : `/${globalPrefix}`;
    const dashboard = TillbridgeDashboardModule.forRoot({
      guard: ClerkGuard,
      user: (request: unknown) => clerkOf(request) ?? '',
      ...input.dashboard,
    });
    const shop: Omit<ShopHostInput, 'engine' | 'options'> = {
      platform,
      ...(input.database ? { database: input.database } : {}),
      imports: [dashboard],
      path: `${before}/payments/notifications`,
      configure: (app) => {
        if (globalPrefix !== undefined) app.setGlobalPrefix(globalPrefix);
        input.configure?.(app);
      },
    };
    const stage = await RefundStage.start(engine, switches, { groups, shop });
    return new DashboardStage(stage, `${stage.shop.url}${before}/payments/dashboard`);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** Asks for a page, or sends a form, as one of the clerks or as a stranger. Redirects are not followed. */
  fetch(path: string, clerk: Clerk | null = 'ann', init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (clerk !== null) headers.set('cookie', `${cookieOf(clerk).name}=${cookieOf(clerk).value}`);
    return fetch(this.url + path, { redirect: 'manual', ...init, headers });
  }

  /** The page's HTML. @throws when it is not answered with 200 */
  async html(path: string, clerk: Clerk = 'ann'): Promise<string> {
    const response = await this.fetch(path, clerk);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 500)}`);
    return text;
  }

  /** The token that a clerk's forms carry. */
  async tokenOf(clerk: Clerk, path = '/refunds'): Promise<string> {
    const [, token] = /name="token" value="([^"]+)"/.exec(await this.html(path, clerk)) ?? [];
    if (token === undefined) throw new Error(`there is no form on ${path}`);
    return token;
  }

  /** Sends a form as a browser would, with the clerk's token unless it brings another. */
  async send(path: string, fields: Readonly<Record<string, string>>, clerk: Clerk = 'ann'): Promise<Response> {
    const body = new URLSearchParams({ token: fields['token'] ?? (await this.tokenOf(clerk)), ...fields });
    return this.fetch(path, clerk, { method: 'POST', body });
  }
}
