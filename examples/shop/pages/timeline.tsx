import { formatClock, formatInstant } from '../format.js';
import type { TimelineView } from './views.js';

/** The place of an event, in one word. */
const PLACES: Record<TimelineView['kind'], string> = {
  created: 'Shop',
  notification: 'Notification',
  observation: 'Seen',
  refund: 'Refund',
  transition: 'Order',
  effect: 'Effect',
  outbox: 'Outbox',
  decision: 'Staff',
};

const Facts = ({ facts }: { facts: TimelineView['facts'] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

const Entry = ({ entry }: { entry: TimelineView }) => (
  <li class={`entry kind-${entry.kind}`}>
    <p class="entry-head">
      <span class="place">{PLACES[entry.kind]}</span>
      <time datetime={formatInstant(entry.at)}>{formatClock(entry.at)}</time>
    </p>
    <p class="entry-text">{entry.text}</p>
    {entry.facts.length > 0 && <Facts facts={entry.facts} />}
  </li>
);

/** The events of an order, oldest first. */
export function Timeline({ entries }: { entries: readonly TimelineView[] }) {
  if (entries.length === 0) return <p class="hint">Nothing yet.</p>;
  return (
    <ol class="timeline">
      {entries.map((entry) => (
        <Entry key={`${entry.at} ${entry.text}`} entry={entry} />
      ))}
    </ol>
  );
}
