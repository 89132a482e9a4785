import { keyId } from '../../protocol/index.js';
import { durationText } from '../../pages/time-text.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import type { SandboxAccount, SandboxSettings, SandboxSwitches } from '../core/index.js';
import type { PageContext } from '../../pages/page-context.js';
import { merchantPage, PATHS } from './merchant.layout.js';
import { Fact } from '../../pages/parts.js';
import { addressOf } from '../../pages/paging.js';
import { SwitchesForm } from './switches.view.js';

/** The content of the page of the terminal groups. */
export interface GroupsPage {
  readonly settings: SandboxSettings;
  /** The current switches of a group. */
  readonly switchesOf: (group: string) => SandboxSwitches;
  /** Base address of the payment API. */
  readonly apiBase: string;
  readonly context: PageContext;
}

/** Renders the settings of the terminal groups. A key is shown only by its fingerprint. */
export function groupsPage({ settings, switchesOf, apiBase, context }: GroupsPage): RenderedPage {
  const children = (
    <>
      <h1>Terminal groups</h1>
      <p class="lead">
        The accounts of this sandbox. Set your shop's base address to <code>{apiBase}</code> and its key to that of one
        of these groups; a key is never shown, only its fingerprint: the first eight digits of its SHA-256.
      </p>
      {settings.accounts.map((account) => (
        <Group key={account.name} account={account} switches={switchesOf(account.name)} context={context} />
      ))}
      <Common settings={settings} />
    </>
  );
  return merchantPage({ title: 'Terminal groups', section: PATHS.groups, context, children });
}

interface GroupProps {
  readonly account: SandboxAccount;
  readonly switches: SandboxSwitches;
  readonly context: PageContext;
}

function Group({ account, switches, context }: GroupProps) {
  return (
    <section class="card" aria-labelledby={`group-${account.name}`}>
      <div class="head">
        <h2 id={`group-${account.name}`}>{account.name}</h2>
        <p>
          <a href={addressOf(PATHS.transactions, { group: account.name })}>Its transactions</a>
        </p>
      </div>
      <dl class="facts body">
        <Fact name="Website">{account.site}</Fact>
        <Fact name="Key fingerprint">
          <span class="mono">{keyId(account.apiKey)}</span>
        </Fact>
        <Fact name="Mode">sandbox, {switches.keyMode} key</Fact>
        <Fact name="Default method">{account.notificationMethod}</Fact>
        <Fact name="Webhook address" wide>
          {account.notificationUrl === null ? (
            'None: only orders that name an address of their own are notified.'
          ) : (
            <span class="mono">{account.notificationUrl}</span>
          )}
        </Fact>
      </dl>
      <SwitchesForm group={account.name} switches={switches} context={context} />
    </section>
  );
}

function Common({ settings }: { settings: SandboxSettings }) {
  return (
    <section class="card" aria-labelledby="common">
      <div class="head">
        <h2 id="common">Notifications of all groups</h2>
        <p>Set when the sandbox starts</p>
      </div>
      <dl class="facts body">
        {commonFacts(settings).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function commonFacts(settings: SandboxSettings): readonly (readonly [name: string, value: string])[] {
  const { deliveryPlan, allowedHosts } = settings;
  return [
    ['Acknowledgement', settings.acknowledgement],
    ['Resends', `${deliveryPlan.resends}, every ${durationText(deliveryPlan.intervalMs)}`],
    ['Waits for a reply', durationText(settings.notificationTimeoutMs)],
    ['Rules for addresses', settings.notificationUrlRules],
    ['Account numbers', settings.maskIbans ? 'masked' : 'shown in full'],
    ['Session left unfinished', PRETRANSACTION[settings.pretransaction]],
    ['Body', QUIRKS[settings.bodyQuirk]],
    ['A cancelled order', settings.cancelledAs],
    ['A refund is reported', REFUND_FORMS[settings.refundsAs]],
    ['Transaction ids', `${settings.transactionIdDigits} digits, as ${settings.transactionIdAs}`],
    ['Sends by itself', settings.autoDeliver ? 'yes' : 'no'],
    ['Sends to', ['this machine', ...allowedHosts].join(', ')],
    ['Time zone', settings.timeZone],
  ];
}

const PRETRANSACTION = {
  plain: 'an ordinary notification',
  payload_type: 'a notification with payload_type',
  off: 'no notification',
} as const;

const REFUND_FORMS = {
  order: 'with its order',
  named: 'with its order, under its own id',
  refund: 'as an order, under its own id',
} as const;

const QUIRKS = {
  none: 'as the service writes it',
  'stray-space': 'with a stray space',
  'escaped-unicode': 'with escaped characters',
} as const;
