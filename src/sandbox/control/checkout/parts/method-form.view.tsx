import type { ComponentChildren } from 'preact';
import type { MethodView } from '../open-page.types.js';

/** A form of a method's page. It contains the page's own fields; pressed buttons and typed values are added. */
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
