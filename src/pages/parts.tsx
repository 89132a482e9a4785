import { createContext, type ComponentChildren, type JSX } from 'preact';
import { ORDER_STATUS_TABLE, type OrderStatus } from '../protocol/index.js';
import { dateText, distanceText } from './time-text.js';
import type { PageContext } from './page-context.js';
import { instantText } from '../support/index.js';

/** The colour of each status. */
export const STATUS_TONES: Readonly<Record<OrderStatus, string>> = {
  initialized: 'wait',
  uncleared: 'wait',
  reserved: 'wait',
  completed: 'good',
  shipped: 'good',
  declined: 'bad',
  chargedback: 'bad',
  cancelled: 'plain',
  void: 'plain',
  expired: 'plain',
  refunded: 'note',
  partial_refunded: 'note',
};

/** A status, as on the wire; the colour repeats it. */
export function StatusTag({ status }: { status: OrderStatus }) {
  return (
    <span class={`tag ${STATUS_TONES[status]}`} title={ORDER_STATUS_TABLE[status].meaning}>
      {status}
    </span>
  );
}

/** A time in the user's time zone, and its distance from now. */
export function When({ at, context }: { at: number; context: PageContext }) {
  return (
    <time datetime={instantText(at)}>
      {dateText(at, context.timeZone)} <span class="ago">{distanceText(at, context.now)}</span>
    </time>
  );
}

/**
 * The typed values of a form that was refused; null for any other form. A proxy may have removed the beginning of the
 * address to which it was sent.
 */
export function refusedFields({ flash }: Pick<PageContext, 'flash'>, action: string): TypedFields | null {
  const refused = flash?.refused;
  return refused !== undefined && action.endsWith(refused.address) ? refused.fields : null;
}

type TypedFields = Readonly<Record<string, string>>;

const Typed = createContext<TypedFields | null>(null);

/** A field of an {@link ActionForm}; if the form was refused, it still has the typed value. */
export function TypedInput(props: JSX.InputHTMLAttributes<HTMLInputElement> & { name: string }) {
  const { name, type, value } = props;
  return (
    <Typed.Consumer>
      {(typed) =>
        type === 'checkbox' ? (
          <input {...props} checked={typed?.[name] === value} />
        ) : (
          <input {...props} value={typed?.[name] ?? value} />
        )
      }
    </Typed.Consumer>
  );
}

/** A form that changes something: it contains the token, and the page to return to. */
export function ActionForm(props: {
  action: string;
  context: PageContext;
  back?: string;
  /** Whether it sends files, or more text than other forms may. */
  hasFiles?: boolean;
  children: ComponentChildren;
}) {
  const refused = refusedFields(props.context, props.action);
  const enctype = props.hasFiles === true ? 'multipart/form-data' : undefined;
  return (
    <form method="post" action={props.action} enctype={enctype} data-refused={refused === null ? undefined : ''}>
      <input type="hidden" name="token" value={props.context.formToken} />
      <input type="hidden" name="back" value={props.back ?? props.context.here} />
      <Typed.Provider value={refused}>{props.children}</Typed.Provider>
    </form>
  );
}

/** A labelled field `amount` for an exact amount of money, as a decimal number. */
export function AmountField({ label, value, hint }: { label: string; value?: string; hint?: string }) {
  return (
    <div class="field">
      <label for="amount">{label}</label>
      <TypedInput
        id="amount"
        type="text"
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        required
        maxlength={24}
        placeholder={hint}
        value={value}
      />
    </div>
  );
}

/** One fact in a list of facts. */
export function Fact(props: { name: string; wide?: boolean; children: ComponentChildren }) {
  return (
    <div class={props.wide === true ? 'wide' : undefined}>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** The text for an empty list. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}
