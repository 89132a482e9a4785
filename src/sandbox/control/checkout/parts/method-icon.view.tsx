import { methodIcon, type SandboxMethod } from '../../../orders/index.js';

/** The icon of a payment method, shown next to its name. */
export function MethodIcon({ method }: { method: SandboxMethod }) {
  // The sandbox draws it itself: its only text is the method's name, which is escaped.
  return <span class="icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: methodIcon(method, 'vector') }} />;
}
