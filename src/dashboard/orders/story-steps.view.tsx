import { dateText } from '../../pages/time-text.js';
import type { TimelineEntry } from '../../shop/admin/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { refundPath } from '../refunds/refund-parts.js';
import { asidesOf, stepText } from './story-step.js';
import { instantText } from '../../support/index.js';

interface StepsProps {
  readonly entries: readonly TimelineEntry[];
  readonly orderId: string;
  readonly context: DashboardContext;
}

/** Technical steps along a line, newest first. */
export function Steps({ entries, orderId, context }: StepsProps) {
  const dayOf = ({ at }: TimelineEntry): string => dateText(at, context.timeZone).split(', ')[0] ?? '';
  return (
    <ol class="story">
      {entries.map((entry, index) => {
        const before = entries[index - 1];
        const isNewDay = before === undefined || dayOf(before) !== dayOf(entry);
        return (
          <Step key={index} entry={entry} day={isNewDay ? dayOf(entry) : null} orderId={orderId} context={context} />
        );
      })}
    </ol>
  );
}

interface StepProps {
  readonly entry: TimelineEntry;
  /** The date if a new day begins; otherwise null. */
  readonly day: string | null;
  readonly orderId: string;
  readonly context: DashboardContext;
}

function Step({ entry, day, orderId, context }: StepProps) {
  const { timeZone, labels } = context;
  const { tone, name } = labels.story.kinds[entry.kind];
  const [, time = ''] = dateText(entry.at, timeZone).split(', ');
  const place = { orderId, timeZone, labels };
  const [text, raw] = stepText(entry, place);
  return (
    <li class={day === null ? undefined : 'new-day'}>
      {day !== null && <h3>{day}</h3>}
      <div class="when">
        <time datetime={instantText(entry.at)} title={instantText(entry.at)}>
          {time}
        </time>
      </div>
      <span class={`node ${tone}`} aria-hidden="true" />
      <div class="what">
        <span class="kind">{name}</span> <span title={raw}>{text}</span>
        {asidesOf(entry, place).map((aside) => (
          <span class="under" key={aside}>
            {aside}
          </span>
        ))}
        <More entry={entry} context={context} />
      </div>
    </li>
  );
}

/** The link to the page of the entry's subject, if it has one. */
function More({ entry: { kind, details }, context }: { entry: TimelineEntry; context: DashboardContext }) {
  const { id } = details;
  if (typeof id !== 'string') return null;
  const isNotification = kind === 'notification' || details['about'] === 'notification';
  const isRefund = kind === 'refund' || details['about'] === 'refund';
  if (!isNotification && !isRefund) return null;
  const { story: labels } = context.labels;
  const href = isRefund
    ? refundPath(context, id)
    : `${context.base}${PATHS.notifications}/one?${new URLSearchParams({ id })}`;
  return (
    <a class="more" href={href}>
      {isRefund ? labels.refundLink : labels.notificationLink}
    </a>
  );
}
