import { TypedInput } from '../../pages/parts.js';
import type { DashboardContext } from '../frame/dashboard.layout.js';

/** The field for the reason that the customer may read. */
export function ReasonField({ id, context }: { id: string; context: DashboardContext }) {
  const { reason, plainReason } = context.labels.order.actions.refund;
  return (
    <div class="field">
      <label for={id}>{reason}</label>
      <TypedInput id={id} type="text" name="reason" maxlength={200} autocomplete="off" placeholder={plainReason} />
    </div>
  );
}
