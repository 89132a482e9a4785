import { addressOf } from '../../pages/paging.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { NOTIFICATION_STATES } from './notification-states.js';

/** The lists of this section; `here` is the path of the current one, below the page's `base`. */
export function Tabs({ here, context }: { here: string; context: DashboardContext }) {
  const { lists: labels, states: names } = context.labels.notifications;
  const states = (['all', ...NOTIFICATION_STATES] as const).map((state): [string, string] => [
    tabPath(state),
    names[state].name,
  ]);
  const lists = [...states, [REFUSED, labels.refused], [EFFECTS, labels.tasks]] as const;
  return (
    <nav class="tabs" aria-label={labels.title}>
      <ul>
        {lists.map(([path, text]) => (
          <li key={path}>
            <a href={context.base + path} aria-current={path === here ? 'page' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Path of the refused requests. */
export const REFUSED = `${PATHS.notifications}/refused`;

/** Path of the failed effects. */
export const EFFECTS = `${PATHS.notifications}/effects`;

/** Path of the notifications of one state. */
export const tabPath = (state: string): string =>
  addressOf(PATHS.notifications, { state: state === 'all' ? null : state });

/** Address of one notification's page. */
export const notificationAddress = ({ base }: DashboardContext, id: string): string =>
  addressOf(`${base}${PATHS.notifications}/one`, { id });
