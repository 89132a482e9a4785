import { addressOf } from '../../pages/paging.js';
import { Empty, When } from '../../pages/parts.js';
import type { OrderDetails } from '../../shop/admin/index.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';
import { orderAddress } from './order-address.js';
import type { ShownLine } from './shown-lines.js';
import { shortStory, type StoryLine } from './story-lines.js';
import { entriesOf, isOfKind, STORY_KINDS, type StoryKind, type StoryPart } from './story-part.js';
import { Steps } from './story-steps.view.js';

interface StoryProps {
  readonly details: OrderDetails;
  readonly part: StoryPart;
  readonly context: DashboardContext;
}

/** The story of the order: a few plain sentences, and on request every technical step. */
export function Story({ details, part, context }: StoryProps) {
  const { story: labels } = context.labels;
  return (
    <section class="card" aria-labelledby="story">
      <div class="head">
        <h2 id="story">{labels.title}</h2>
        <p>{labels.hint(context.timeZone)}</p>
      </div>
      <ol class="short-story" data-part="story">
        {shortStory(details.timeline, context.labels).map((line, index) => (
          <Line key={index} line={line} context={context} />
        ))}
      </ol>
      <Technical details={details} part={part} context={context} />
    </section>
  );
}

function Line({ line, context }: { line: ShownLine<StoryLine>; context: DashboardContext }) {
  const { story: labels } = context.labels;
  const { at, text, raw, why, times, leftOut } = line;
  return (
    <>
      <li>
        <When at={at} context={context} />
        <div>
          <span title={raw ?? undefined}>{text}.</span> {times > 1 && <span class="small">{labels.times(times)}</span>}
          {why !== null && <span class="under">{labels.why(why)}</span>}
        </div>
      </li>
      {leftOut > 0 && <li class="small left-out">{labels.more(leftOut)}</li>}
    </>
  );
}

function Technical({ details, part, context }: StoryProps) {
  const { story: labels } = context.labels;
  const { entries, hasOlder } = entriesOf(details.timeline, part);
  return (
    <details class="fold technical" id="technical" open={part.isOpen}>
      <summary>{labels.all(details.timeline.length)}</summary>
      <Kinds details={details} part={part} context={context} />
      <div data-part="technical">
        {entries.length === 0 ? (
          <Empty title={labels.none} />
        ) : (
          <Steps entries={entries} orderId={details.order.orderId} context={context} />
        )}
      </div>
      <Parts details={details} part={part} context={context} hasOlder={hasOlder} />
    </details>
  );
}

function storyAddress({ details, context }: StoryProps, kind: StoryKind | null, part: string | null = null): string {
  const [path = '', query = ''] = orderAddress(context, details.order).split('?');
  const fields = { kind: kind ?? 'all', part };
  return `${addressOf(path, { ...Object.fromEntries(new URLSearchParams(query)), ...fields })}#technical`;
}

function Kinds(props: StoryProps) {
  const { details, part, context } = props;
  const { story: labels } = context.labels;
  const kinds = Object.keys(STORY_KINDS) as StoryKind[];
  const choices = [null, ...kinds].map(
    (kind) => [kind, kind === null ? labels.everything : labels.filters[kind]] as const,
  );
  return (
    <nav class="kinds" aria-label={labels.kindsOf}>
      <ul>
        {choices.map(([kind, text]) => (
          <li key={text}>
            <a href={storyAddress(props, kind)} aria-current={kind === part.kind ? 'true' : undefined}>
              {text} <span>{details.timeline.filter((entry) => isOfKind(entry, kind)).length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Parts({ hasOlder, ...props }: StoryProps & { hasOlder: boolean }) {
  const { kind, index } = props.part;
  const { story: labels } = props.context.labels;
  if (index === 0 && !hasOlder) return null;
  const at = (part: number): string => storyAddress(props, kind, part === 0 ? null : String(part));
  return (
    <nav class="pager" aria-label={labels.parts}>
      <ul>
        {index > 0 && (
          <li>
            <a class="button slim" href={at(index - 1)}>
              {labels.newer}
            </a>
          </li>
        )}
        {hasOlder && (
          <li>
            <a class="button slim" href={at(index + 1)}>
              {labels.older}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
