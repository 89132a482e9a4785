import type { MethodView } from '../open-page.types.js';
import { MethodIcon } from './method-icon.view.js';

/** The method's name and icon, at the top of its form. */
export function MethodTitle({ view: { method } }: { view: MethodView }) {
  return (
    <h2 class="method-title">
      <MethodIcon method={method} />
      {method.name}
    </h2>
  );
}
