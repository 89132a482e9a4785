import type { ComponentChildren } from 'preact';
import type { MethodView } from '../open-page.types.js';

/** A form of a method's page. It says which page it was sent from; what is pressed or typed comes on top. */
export function MethodForm({ view, children }: { view: MethodView; children: ComponentChildren }) {
  const { method, step, carried } = view;
  const hidden = { method: method.code, step: step ?? undefined, ...carried };
  return (
    <form class="section steps" method="post" noValidate>
      {Object.entries(hidden).map(
        ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} key={name} />,
      )}
      {children}
    </form>
  );
}
