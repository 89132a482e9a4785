import type { MethodView } from '../open-page.types.js';

/** A required check box. */
export function CheckField({ view, name, label }: { view: MethodView; name: string; label: string }) {
  const problem = view.problems[name];
  return (
    <div class="field">
      <label class="check">
        <input
          type="checkbox"
          name={name}
          value="yes"
          checked={view.kept[name] === 'yes'}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${name}-problem`}
        />
        <span>{label}</span>
      </label>
      {problem !== undefined && (
        <p class="problem" id={`${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}
