import { addressOf } from '../../pages/paging.js';
import { Empty } from '../../pages/parts.js';
import { dateText, instantText } from '../../pages/time-text.js';
import type { OrderDetails, TimelineEntry } from '../../shop/admin/index.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import { refundPath } from '../refunds/refund-parts.js';
import { orderAddress } from './order-address.js';
import { entriesOf, isOfKind, STORY_KINDS, type StoryKind, type StoryPart } from './story-part.js';
import { asidesOf, KIND_LABELS } from './story.labels.js';

interface StoryProps {
  readonly details: OrderDetails;
  readonly part: StoryPart;
  readonly context: DashboardContext;
}

/** Everything that happened to the order, drawn along a line, the newest first. */
export function Story({ details, part, context }: StoryProps) {
  const { entries, hasOlder } = entriesOf(details.timeline, part);
  return (
    <section class="card" aria-labelledby="story">
      <div class="head">
        <h2 id="story">What happened</h2>
        <p>The newest first; times are those of {context.timeZone}, below them UTC</p>
      </div>
      <Kinds details={details} part={part} context={context} />
      <div data-part="story">
        {entries.length === 0 ? (
          <Empty title="Nothing of this kind" />
        ) : (
          <Line entries={entries} orderId={details.order.orderId} context={context} />
        )}
      </div>
      <Parts details={details} part={part} context={context} hasOlder={hasOlder} />
    </section>
  );
}

function storyAddress({ details, context }: StoryProps, fields: Record<string, string | null>): string {
  const [path = '', query = ''] = orderAddress(context, details.order).split('?');
  return addressOf(path, { ...Object.fromEntries(new URLSearchParams(query)), ...fields });
}

function Kinds(props: StoryProps) {
  const { details, part } = props;
  const choices: readonly (readonly [StoryKind | null, string])[] = [
    [null, 'Everything'],
    ...Object.entries(STORY_KINDS).map(([kind, { text }]) => [kind as StoryKind, text] as const),
  ];
  return (
    <nav class="kinds" aria-label="Kinds of what happened">
      <ul>
        {choices.map(([kind, text]) => (
          <li key={text}>
            <a href={`${storyAddress(props, { kind })}#story`} aria-current={kind === part.kind ? 'true' : undefined}>
              {text} <span>{details.timeline.filter((entry) => isOfKind(entry, kind)).length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Line({
  entries,
  orderId,
  context,
}: {
  entries: readonly TimelineEntry[];
  orderId: string;
  context: DashboardContext;
}) {
  const dayOf = ({ at }: TimelineEntry): string => dateText(at, context.timeZone).split(', ')[0] ?? '';
  return (
    <ol class="story">
      {entries.map((entry, index) => {
        const before = entries[index - 1];
        const isNewDay = before === undefined || dayOf(before) !== dayOf(entry);
        return (
          <Entry key={index} entry={entry} day={isNewDay ? dayOf(entry) : null} orderId={orderId} context={context} />
        );
      })}
    </ol>
  );
}

interface EntryProps {
  readonly entry: TimelineEntry;
  /** Where another day begins; null within one. */
  readonly day: string | null;
  readonly orderId: string;
  readonly context: DashboardContext;
}

function Entry({ entry, day, orderId, context }: EntryProps) {
  const { tone, name } = KIND_LABELS[entry.kind];
  const [, time = ''] = dateText(entry.at, context.timeZone).split(', ');
  const [utcDay = '', utcTime = ''] = instantText(entry.at).replace('Z', '').split('T');
  const asides = asidesOf(entry, { orderId, timeZone: context.timeZone });
  return (
    <li class={day === null ? undefined : 'new-day'}>
      {day !== null && <h3>{day}</h3>}
      <div class="when">
        <time datetime={instantText(entry.at)}>{time}</time>
        <span class="under" title={`${utcDay} ${utcTime} UTC`}>
          {utcTime} UTC
        </span>
      </div>
      <span class={`node ${tone}`} aria-hidden="true" />
      <div class="what">
        <span class="kind">{name}</span> {entry.text}
        {asides.map((aside) => (
          <span class="under" key={aside}>
            {aside}
          </span>
        ))}
        <More entry={entry} context={context} />
      </div>
    </li>
  );
}

/** The way to what has a page of its own. */
function More({ entry: { kind, details }, context }: { entry: TimelineEntry; context: DashboardContext }) {
  const { id } = details;
  if (typeof id !== 'string') return null;
  const isNotification = kind === 'notification' || details['about'] === 'notification';
  const isRefund = kind === 'refund' || details['about'] === 'refund';
  if (!isNotification && !isRefund) return null;
  const href = isRefund
    ? refundPath(context, id)
    : `${context.base}${PATHS.notifications}/one?${new URLSearchParams({ id })}`;
  return (
    <a class="more" href={href}>
      {isRefund ? 'Look at the refund' : 'Look at the notification'}
    </a>
  );
}

function Parts({ hasOlder, ...props }: StoryProps & { hasOlder: boolean }) {
  const { kind, index } = props.part;
  if (index === 0 && !hasOlder) return null;
  const at = (part: number): string => `${storyAddress(props, { kind, part: part === 0 ? null : String(part) })}#story`;
  return (
    <nav class="pager" aria-label="Parts of what happened">
      <ul>
        {index > 0 && (
          <li>
            <a class="button slim" href={at(index - 1)}>
              Newer
            </a>
          </li>
        )}
        {hasOlder && (
          <li>
            <a class="button slim" href={at(index + 1)}>
              Older
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
