import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { checkNotificationUrl, type Fault } from '../../../protocol/index.js';
import type { NotificationMethod } from '../options/sandbox.options.js';
import { SandboxDatabase } from '../sandbox.database.js';
import { SandboxError } from '../sandbox.error.js';
import type { SandboxAccount, SandboxSettings } from '../options/sandbox.settings.js';
import { SANDBOX_SETTINGS } from '../sandbox.tokens.js';
import { SandboxStateEntity } from './sandbox-state.entity.js';

/** A merchant's settings for a terminal group in the dashboard (spec §1.4). */
export interface SandboxSite {
  readonly group: string;
  /** The site-level notification address; null: none. */
  readonly notificationUrl: string | null;
  /** The notification method of orders that name none. */
  readonly notificationMethod: NotificationMethod;
}

/** Changes of the site-level settings; absent fields do not change. */
export type SiteChanges = Partial<Omit<SandboxSite, 'group'>>;

// The configured value is stored with the change: if it is configured differently later, the new configuration counts.
interface KeptSite extends Omit<SandboxSite, 'group'> {
  readonly configuredUrl: string | null;
}

const METHODS: ReadonlySet<unknown> = new Set(['POST', 'GET']);

/**
 * The site-level settings of the terminal groups. Changes apply to the next sending, and survive a restart.
 *
 * @example
 * ```ts
 * const moved = await sandbox.sites.change('web', { notificationUrl: 'http://127.0.0.1:3000/hook' });
 * ```
 */
@Injectable()
export class SiteSettings implements OnModuleInit {
  readonly #configuredUrls: ReadonlyMap<string, string | null>;

  constructor(
    private readonly database: SandboxDatabase,
    @Inject(SANDBOX_SETTINGS) private readonly settings: SandboxSettings,
  ) {
    this.#configuredUrls = new Map(settings.accounts.map(({ name, notificationUrl }) => [name, notificationUrl]));
  }

  /** Called by Nest before the first request: reads changes from before a restart. */
  async onModuleInit(): Promise<void> {
    for (const account of this.settings.accounts) {
      const state = await this.database.manager.findOneBy(SandboxStateEntity, { name: stateName(account) });
      const kept = state?.value;
      if (isKept(kept) && kept.configuredUrl === account.notificationUrl) apply(account, kept);
    }
  }

  /** The settings of every terminal group. */
  list(): SandboxSite[] {
    return this.settings.accounts.map(siteOf);
  }

  /**
   * Changes the settings of one terminal group.
   *
   * @throws SandboxError `SITE_INVALID`
   */
  async change(group: string, changes: SiteChanges): Promise<SandboxSite> {
    const account = this.settings.accounts.find(({ name }) => name === group);
    if (account === undefined) throw refusal([{ path: 'group', message: 'is none of the sandbox' }]);
    const faults = this.#faults(changes);
    if (faults.length > 0) throw refusal(faults);
    const configuredUrl = this.#configuredUrls.get(group) ?? null;
    const value: KeptSite = { ...siteOf(account), ...changes, configuredUrl };
    await this.database.run((em) =>
      em.save(Object.assign(new SandboxStateEntity(), { name: stateName(account), value })).then(() => undefined),
    );
    apply(account, value);
    return siteOf(account);
  }

  #faults({ notificationUrl = null, notificationMethod = 'POST' }: SiteChanges): Fault[] {
    const rules = this.settings.notificationUrlRules;
    const faults = notificationUrl === null ? [] : checkNotificationUrl(notificationUrl, rules);
    if (METHODS.has(notificationMethod)) return faults;
    return [...faults, { path: 'notificationMethod', message: 'must be POST or GET' }];
  }
}

function apply(account: SandboxAccount, { notificationUrl, notificationMethod }: KeptSite): void {
  account.notificationUrl = notificationUrl;
  account.notificationMethod = notificationMethod;
}

function siteOf({ name, notificationUrl, notificationMethod }: SandboxAccount): SandboxSite {
  return { group: name, notificationUrl, notificationMethod };
}

function stateName({ name }: SandboxAccount): string {
  return `site:${name}`;
}

function isKept(value: unknown): value is KeptSite {
  return typeof value === 'object' && value !== null && 'configuredUrl' in value;
}

function refusal(faults: readonly Fault[]): SandboxError {
  const list = faults.map(({ path, message }) => `${path} ${message}`).join('; ');
  const advice = 'Give an address that the shop listens on, or null for none.';
  return new SandboxError('SITE_INVALID', `The site-level settings cannot be changed: ${list}.`, { advice });
}
