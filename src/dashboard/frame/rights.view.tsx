import type { ComponentChildren } from 'preact';
import type { DashboardContext } from './dashboard.layout.js';
import { isAllowed, type Need } from './rights.js';

/** Shows its content to users who may send the form; others read who may. */
export function IfAllowed(props: {
  /** What the form needs: its entry in `NEEDS`. */
  readonly needs: Need;
  readonly title: string;
  readonly context: DashboardContext;
  readonly children: ComponentChildren;
}) {
  const { needs, title, context, children } = props;
  return isAllowed(context.role, needs) ? (
    <>{children}</>
  ) : (
    <p class="body small not-allowed">
      {title}: {context.labels.rights.who[needs]}
    </p>
  );
}
