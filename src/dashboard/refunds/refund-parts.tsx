import type { ComponentChildren } from 'preact';
import { ActionForm, refusedFields, TypedInput } from '../../pages/parts.js';
import type { RefundOrigin, RefundState } from '../../shop/refund-records/index.js';
import type { DashboardLabels } from '../dashboard.labels.js';
import { PATHS, type DashboardContext } from '../frame/dashboard.layout.js';
import type { Need } from '../frame/rights.js';
import { IfAllowed } from '../frame/rights.view.js';
import { REFUND_TONES } from './refund-tones.js';

/** Address of one refund's page. */
export const refundPath = (context: Pick<DashboardContext, 'base'>, id: string): string =>
  `${context.base}${PATHS.refunds}/${encodeURIComponent(id)}`;

/** The fields that tell the state of a refund. */
interface Standing {
  readonly state: RefundState;
  readonly origin: RefundOrigin;
}

/** The state of a refund, in one or two words and as a sentence; a chargeback is not a refund by the shop. */
export function standingText({ state, origin }: Standing, labels: DashboardLabels['refund']) {
  const { states, it, chargeback } = labels;
  if (origin === 'chargeback') return state === 'cancelled' ? chargeback.returned : chargeback.taken;
  return { name: states[state].name, text: it(states[state].text) };
}

/** A refund's state in one or two words; the colour repeats it. */
export function RefundTag({ of, context }: { of: Standing; context: Pick<DashboardContext, 'labels'> }) {
  const { name, text } = standingText(of, context.labels.refund);
  const isTaken = of.origin === 'chargeback' && of.state !== 'cancelled';
  return (
    <span class={`tag ${isTaken ? 'bad' : REFUND_TONES[of.state]}`} title={text}>
      {name}
    </span>
  );
}

/** The field for a reason, which is recorded with the user's name. */
export function WhyField(props: {
  readonly id: string;
  readonly context: DashboardContext;
  readonly hint?: string;
  /** Its initial text, to be changed if it is not the reason. */
  readonly value?: string;
}) {
  const { id, context, hint, value } = props;
  return (
    <div class="field">
      <label for={id}>{context.labels.frame.why}</label>
      <TypedInput
        id={id}
        type="text"
        name="why"
        required
        maxlength={200}
        autocomplete="off"
        placeholder={hint}
        value={value}
      />
    </div>
  );
}

/** An action that is unfolded first and requires a reason; users without the right read who has it. */
export function FoldedAction(props: {
  readonly id: string;
  readonly title: string;
  /** What the form needs: its entry in `NEEDS`. */
  readonly needs: Need;
  /** The address of the form. */
  readonly action: string;
  readonly context: DashboardContext;
  readonly button: { readonly text: string; readonly isDestructive?: boolean };
  readonly children?: ComponentChildren;
}) {
  const { id, title, needs, action, context, button, children } = props;
  return (
    <IfAllowed needs={needs} title={title} context={context}>
      <details class="fold" open={refusedFields(context, action) !== null}>
        <summary>{title}</summary>
        <ActionForm action={action} context={context}>
          {children}
          <WhyField id={`why-${id}`} context={context} />
          <button class={`button ${button.isDestructive === true ? 'danger' : 'main'}`} type="submit">
            {button.text}
          </button>
        </ActionForm>
      </details>
    </IfAllowed>
  );
}
