import type { MethodView } from '../open-page.types.js';

/** A text field of a method's form. */
export interface FieldProps {
  readonly view: MethodView;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** Its initial value. */
  readonly value?: string;
  readonly type?: 'date' | 'email' | 'tel' | 'text';
  readonly inputmode?: 'numeric';
  readonly autocomplete?: string;
  readonly half?: boolean;
}

/** A labelled field. Its fault stands below it, and screen readers read it with the field. */
export function Field({ view, name, label, hint, value = '', half = false, ...input }: FieldProps) {
  const problem = view.problems[name];
  const notes = [hint === undefined ? '' : `${name}-hint`, problem === undefined ? '' : `${name}-problem`];
  const describedBy = notes.filter((id) => id !== '').join(' ');
  return (
    <div class={half ? 'field half' : 'field'}>
      <label for={name}>{label}</label>
      <input
        type="text"
        autocomplete="off"
        {...input}
        id={name}
        name={name}
        value={view.kept[name] ?? value}
        maxlength={100}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy === '' ? undefined : describedBy}
      />
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
