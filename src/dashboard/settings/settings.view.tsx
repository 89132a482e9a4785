import { Fact } from '../../pages/parts.js';
import type { RenderedPage } from '../../pages/page.frame.js';
import { durationText } from '../../pages/time-text.js';
import type { SingleKey, TerminalGroup } from '../../shop/core/index.js';
import { dashboardPage, PATHS, type DashboardContext } from '../frame/dashboard.layout.js';

/** The content of the page of settings. */
export interface SettingsPage {
  readonly groups: readonly TerminalGroup[];
  readonly context: DashboardContext;
}

/** Renders the settings of each terminal group. A key is shown only by its fingerprint. */
export function settingsPage({ groups, context }: SettingsPage): RenderedPage {
  const { settings: labels } = context.labels;
  const children = (
    <>
      <h1>{labels.title}</h1>
      <p class="lead">{labels.lead}</p>
      {groups.map((group) => (
        <Group key={group.name} group={group} labels={labels} />
      ))}
    </>
  );
  return dashboardPage({ title: labels.title, section: PATHS.settings, context, children });
}

type Labels = DashboardContext['labels']['settings'];

function Group({ group, labels }: { group: TerminalGroup; labels: Labels }) {
  const { tone, text } = labels.modes[group.mode];
  return (
    <section class="card" aria-labelledby={`group-${group.name}`}>
      <div class="head">
        <h2 id={`group-${group.name}`}>{group.name}</h2>
        <span class={`tag ${tone}`}>{text}</span>
      </div>
      <dl class="facts body">
        <Fact name={labels.webhook} wide>
          <span class="mono">{group.notificationUrl}</span>
        </Fact>
        <Fact name={labels.keys} wide>
          <Keys keys={group.keys.singles} roles={labels.roles} />
        </Fact>
      </dl>
      <dl class="facts body">
        {factsOf(group, labels).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

function Keys({ keys, roles }: { keys: readonly SingleKey[]; roles: Labels['roles'] }) {
  return (
    <ul class="keys">
      {keys.map(({ id, role }) => (
        <li key={id}>
          <span class="mono">{id}</span> <span class="small">{roles[role]}</span>
        </li>
      ))}
    </ul>
  );
}

function factsOf(group: TerminalGroup, labels: Labels): readonly (readonly [name: string, value: string])[] {
  const { keyIn, abandoned, sources, byGet, addresses } = labels;
  return [
    [labels.service, group.baseUrl],
    [keyIn.title, group.apiKeyIn === 'header' ? keyIn.header : keyIn.query],
    [labels.longestCall, durationText(group.timeoutMs)],
    [abandoned.title, group.onAbandoned === 'cancel' ? abandoned.cancel : abandoned.keep],
    [sources.title, group.allowedSources === null ? sources.any : sources.listed],
    [byGet.title, group.takesGet ? byGet.taken : byGet.refused],
    [addresses.title, group.capabilities.isRequired ? addresses.unguessable : addresses.same],
    [labels.currencies, group.currencies.length > 10 ? `${group.currencies.length}` : group.currencies.join(', ')],
  ];
}
