import type { SandboxSwitches } from '../core/index.js';
import type { PageContext } from '../../pages/page-context.js';
import { PATHS } from './merchant.layout.js';
import { ActionForm } from '../../pages/parts.js';
import { SWITCH_FIELDS, type SwitchField } from './switch-fields.js';

/** The switches of one terminal group, as a form that is folded away. */
export function SwitchesForm({
  group,
  switches,
  context,
}: {
  group: string;
  switches: SandboxSwitches;
  context: PageContext;
}) {
  return (
    <details class="fold">
      <summary>
        Switches of <span class="unseen">the group </span>
        {group}
      </summary>
      <div class="body">
        <ActionForm action={`${PATHS.groups}/${encodeURIComponent(group)}`} context={context} back={PATHS.groups}>
          <div class="form">
            {SWITCH_FIELDS.map((field) => (
              <Field key={field.name} id={`${group}-${field.name}`} field={field} value={switches[field.name]} />
            ))}
            <button class="button main" type="submit">
              Change
            </button>
          </div>
        </ActionForm>
      </div>
    </details>
  );
}

function Field({ id, field, value }: { id: string; field: SwitchField; value: unknown }) {
  const text = value === null ? '' : String(value);
  return (
    <div class="field">
      <label for={id}>{field.label}</label>
      {'choices' in field ? (
        <select id={id} name={field.name}>
          {Object.entries(field.choices).map(([choice, words]) => (
            <option key={choice} value={choice} selected={choice === text}>
              {words}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} type="number" name={field.name} min={0} value={text} placeholder={field.empty ?? undefined} />
      )}
    </div>
  );
}
