import { methodIcon, type SandboxMethod } from '../../../orders/index.js';

/** The icon of a payment method; its name stands beside it. */
export function MethodIcon({ method }: { method: SandboxMethod }) {
  // Drawn by the sandbox itself: the one text in it is the method's name, and that is escaped.
  return <span class="icon" aria-hidden="true" dangerouslySetInnerHTML={{ __html: methodIcon(method, 'vector') }} />;
}
