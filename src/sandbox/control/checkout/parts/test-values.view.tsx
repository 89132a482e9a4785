import type { MethodView } from '../open-page.types.js';
import { sentence } from './sentence.js';

/** A published number for tests. */
export interface TestValue {
  readonly id: string;
  readonly number: string;
  /** Its effect. */
  readonly effect: string;
}

/** Numbers for tests on a page. Each is a link that fills the form, so no script is needed. */
export function TestValues({ title, view, values }: { title: string; view: MethodView; values: readonly TestValue[] }) {
  const { method, choice } = view;
  return (
    <aside class="card test-values" aria-labelledby="test-values">
      <h2 id="test-values">{title}</h2>
      <p class="hint">Choose one: it is filled in for you.</p>
      <ul>
        {values.map(({ id, number, effect }) => (
          <li key={id}>
            <a
              href={`?method=${method.code}&choice=${encodeURIComponent(id)}`}
              aria-current={id === choice ? 'true' : undefined}
            >
              <span class="number">{number}</span>
              <span class="effect">{sentence(effect)}</span>
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}
