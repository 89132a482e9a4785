import type { ComponentChildren } from 'preact';
import type { DashboardContext } from './dashboard.layout.js';
import { isAllowed, needOf, type ActionName } from './rights.js';

/** What only those see who may send the form; the others read who may. */
export function IfAllowed(props: {
  readonly action: ActionName;
  readonly title: string;
  readonly context: DashboardContext;
  readonly children: ComponentChildren;
}) {
  const { action, title, context, children } = props;
  return isAllowed(context.role, action) ? (
    <>{children}</>
  ) : (
    <p class="body small not-allowed">
      {title}: {context.labels.rights.who[needOf(action)]}
    </p>
  );
}
