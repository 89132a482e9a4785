import type { ComponentChildren } from 'preact';
import { PAGES_LABELS } from './pages.labels.js';

const { filter: FILTER } = PAGES_LABELS;

/** Whether a filter is active: one of its fields is set. */
export const isFiltered = (filter: object): boolean => Object.values(filter).some(Boolean);

/** Input of a filter form. */
export interface FilterFormProps {
  /** Address of the list. */
  readonly action: string;
  /** The layout of its fields, by the name of its style. Default: a wide field and two choices. */
  readonly columns?: 'one' | 'four' | 'five';
  /** Its label if it stands below the search of the page. Default: it is that search. */
  readonly label?: string;
  /** Default `Show`. */
  readonly button?: string;
  /** Whether a filter is active, so that a link to the whole list is shown. */
  readonly isNarrowed: boolean;
  readonly children: ComponentChildren;
}

/** A filter form, with a link to the whole list. */
export function FilterForm({ action, columns, label, button = FILTER.show, isNarrowed, children }: FilterFormProps) {
  const isSearch = label === undefined;
  return (
    <form
      class={columns === undefined ? 'filters' : `filters ${columns}`}
      method="get"
      action={action}
      role={isSearch ? 'search' : undefined}
      aria-label={label}
    >
      {children}
      <div class="go">
        <button class={isSearch ? 'button main' : 'button'} type="submit">
          {button}
        </button>
        {isNarrowed && <a href={action}>{FILTER.showAll}</a>}
      </div>
    </form>
  );
}

/** A labelled field for a search text, with a limit of characters. */
export function SearchField({
  name,
  label,
  value,
  most,
}: {
  name: string;
  label: string;
  value: string;
  most: number;
}) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} type="search" name={name} value={value} maxlength={most} autocomplete="off" />
    </div>
  );
}

/** A labelled field for a short text. */
export function TextField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} type="text" name={name} value={value} maxlength={24} autocomplete="off" />
    </div>
  );
}

/** A labelled field for a day. */
export function DayField({ name, label, day }: { name: string; label: string; day: string | null }) {
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <input id={name} type="date" name={name} value={day ?? ''} />
    </div>
  );
}

/** A choice: a value that is its own text, or a value and a text. */
export type ChoiceValue = string | readonly [value: string, text: string];

/** A labelled choice of one value or all. */
export function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly all: string;
  readonly values: readonly ChoiceValue[];
  readonly chosen: string | null;
}) {
  const values = props.values.map((each) => (typeof each === 'string' ? ([each, each] as const) : each));
  return (
    <div class="field">
      <label for={props.name}>{props.label}</label>
      <select id={props.name} name={props.name}>
        <option value="">{props.all}</option>
        {values.map(([value, text]) => (
          <option key={value} value={value} selected={value === props.chosen}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
