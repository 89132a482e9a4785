import { Fact } from '../../pages/parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { durationText } from '../../pages/time-text.js';
import type { SingleKey, TerminalGroup } from '../../shop/core/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';

/** What the page of the settings shows. */
export interface SettingsPage {
  readonly groups: readonly TerminalGroup[];
  readonly context: DashboardContext;
}

/** Renders how each terminal group is set up. Of a key nothing is shown but its fingerprint. */
export function settingsPage({ groups, context }: SettingsPage): RenderedPage {
  const children = (
    <>
      <h1>Settings</h1>
      <p class="lead">
        How this shop is set up. It is changed in the shop's own configuration, not here. A key is never shown, only its
        fingerprint: the first eight digits of its SHA-256.
      </p>
      {groups.map((group) => (
        <Group key={group.name} group={group} />
      ))}
    </>
  );
  return dashboardPage({ title: 'Settings', section: PATHS.settings, context, children });
}

const MODES: Readonly<Record<TerminalGroup['mode'], { tone: string; text: string }>> = {
  live: { tone: 'good', text: 'live: real money' },
  test: { tone: 'note', text: 'test: no money moves' },
  sandbox: { tone: 'note', text: 'sandbox: nothing is real' },
};

function Group({ group }: { group: TerminalGroup }) {
  const { tone, text } = MODES[group.mode];
  return (
    <section class="card" aria-labelledby={`group-${group.name}`}>
      <div class="head">
        <h2 id={`group-${group.name}`}>{group.name}</h2>
        <span class={`tag ${tone}`}>{text}</span>
      </div>
      <dl class="facts body">
        <Fact name="Webhook URL to register with the service" wide>
          <span class="mono">{group.notificationUrl}</span>
        </Fact>
        <Fact name="Keys" wide>
          <Keys keys={group.keys.singles} />
        </Fact>
      </dl>
      <dl class="facts body">
        {factsOf(group).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

const ROLES: Readonly<Record<SingleKey['role'], string>> = {
  current: 'makes the calls, and verifies notifications',
  spare: 'verifies notifications',
  waiting: 'not valid yet',
  ended: 'has ended',
};

function Keys({ keys }: { keys: readonly SingleKey[] }) {
  return (
    <ul class="keys">
      {keys.map(({ id, role }) => (
        <li key={id}>
          <span class="mono">{id}</span> <span class="small">{ROLES[role]}</span>
        </li>
      ))}
    </ul>
  );
}

function factsOf(group: TerminalGroup): readonly (readonly [name: string, value: string])[] {
  return [
    ['Address of the service', group.baseUrl],
    ['The key travels in', group.apiKeyIn === 'header' ? 'a header' : 'the query of the address'],
    ['Longest call', durationText(group.timeoutMs)],
    ['Session left unfinished', group.onAbandoned === 'cancel' ? 'counts as cancelled' : 'stays open'],
    ['Notifications from', group.allowedSources === null ? 'anywhere, if well signed' : 'listed networks only'],
    ['Notifications by GET', group.takesGet ? 'taken as a hint to look' : 'refused'],
    ['Order addresses', group.capabilities.isRequired ? 'unguessable, one for each order' : 'the same for all orders'],
    ['Currencies', group.currencies.length > 10 ? `${group.currencies.length}` : group.currencies.join(', ')],
  ];
}
