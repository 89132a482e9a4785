import type { ComponentChildren } from 'preact';
import type { PagerLinks } from './paging.js';
import { PAGES_LABELS } from './pages.labels.js';
import { Empty } from './parts.js';

const { empty: EMPTY, pager: PAGER } = PAGES_LABELS;

/** Input of a page of a list. */
export interface ListCardProps {
  /** The name of the list. */
  readonly name: string;
  /** Its name among the parts that are updated; absent on pages that are not updated. */
  readonly part?: string;
  readonly links: PagerLinks;
  /** Default true; see {@link Pager}. */
  readonly byAge?: boolean;
  /** The text for an empty list. */
  readonly empty: ComponentChildren;
  /** The rows. */
  readonly children: ComponentChildren;
}

/** A page of a list with links to its neighbours, or the text for an empty list. */
export function ListCard({ name, part, links, byAge, empty, children }: ListCardProps) {
  return (
    <section class="card" aria-label={name} data-part={part}>
      {links.count === 0 ? (
        empty
      ) : (
        <>
          {children}
          <Pager links={links} byAge={byAge} />
        </>
      )}
    </section>
  );
}

/** The text of a list that is empty because of a filter. */
export function NothingMatches({ what, all }: { what: string; all: string }) {
  return (
    <Empty title={EMPTY.title}>
      {EMPTY.text}
      <a href={all}>{EMPTY.all(what)}</a>.
    </Empty>
  );
}

/** The head of a column: a name, a name of figures, or a name for screen readers only. */
export type Column = string | { readonly name: string; readonly of: 'figures' | 'links' };

/** A table of a list; `kind` is the class of its style, the children are its rows. */
export function ListTable(props: {
  readonly kind: string;
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly children: ComponentChildren;
}) {
  return (
    <table class={props.kind}>
      <caption>{props.caption}</caption>
      <thead>
        <tr>
          {props.columns.map((column) => (
            <ColumnHead key={nameOf(column)} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>{props.children}</tbody>
    </table>
  );
}

const nameOf = (column: Column): string => (typeof column === 'string' ? column : column.name);

function ColumnHead({ column }: { column: Column }) {
  const kind = typeof column === 'string' ? 'words' : column.of;
  const name = nameOf(column);
  return (
    <th scope="col" class={kind === 'figures' ? 'number' : undefined}>
      {kind === 'links' ? <span class="unseen">{name}</span> : name}
    </th>
  );
}

/**
 * The foot of a list: the number of rows, and links to the previous and next page; for a list by age: newer and older.
 */
export function Pager({ links: { count, previous, next }, byAge = true }: { links: PagerLinks; byAge?: boolean }) {
  const isAlone = previous === null && next === null;
  return (
    <div class="pager">
      <p>{PAGER.count(count, isAlone)}</p>
      {!isAlone && (
        <nav aria-label={PAGER.name}>
          <ul>
            {previous !== null && <PageLink rel="prev" href={previous} text={byAge ? PAGER.newer : PAGER.previous} />}
            {next !== null && <PageLink rel="next" href={next} text={byAge ? PAGER.older : PAGER.next} />}
          </ul>
        </nav>
      )}
    </div>
  );
}

function PageLink({ rel, href, text }: { rel: 'prev' | 'next'; href: string; text: string }) {
  return (
    <li>
      <a class="button slim" rel={rel} href={href}>
        {text}
      </a>
    </li>
  );
}
